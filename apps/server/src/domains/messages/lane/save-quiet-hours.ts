import type { QuietHours } from '@switchyard/contracts/messages/quiet-hours';
import type { Action } from '../../../platform/action.ts';
import { setQuietHours } from '../../workspaces/index.ts';
import { releaseQuiet } from './release-quiet.ts';

interface QuietHoursSetting {
  /** Null: no quiet hours. */
  quietHours: QuietHours | null;
}

/** Sets the workspace's quiet hours, for engines and contacts without their own. @throws Refusal `FORBIDDEN` */
export const saveQuietHours: Action<QuietHoursSetting, QuietHoursSetting> = (deps, actor, setting) =>
  deps.db.transaction(async (tx) => {
    const { result, events } = await setQuietHours({ ...deps, db: tx }, actor, setting);
    return { result, events: [...events, ...(await releaseQuiet(tx, actor))] };
  });
