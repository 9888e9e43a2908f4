import type { QuietHours } from '@switchyard/contracts/messages/quiet-hours';
import type { Action } from '../../../platform/action.ts';
import { setQuietHours } from '../../workspaces/index.ts';
import { releaseQuiet } from './release-quiet.ts';

interface RowSelection {
  /** Null: none. */
  quietHours: QuietHours | null;
}

/** Sets the quiet hours of the workspace, for engines and contacts without their own. @throws Refusal `FORBIDDEN` */
export const saveQuietHours: Action<RowSelection, RowSelection> = (deps, actor, chosen) =>
  deps.db.transaction(async (tx) => {
    const { result, events } = await setQuietHours({ ...deps, db: tx }, actor, chosen);
    return { result, events: [...events, ...(await releaseQuiet(tx, actor))] };
  });
