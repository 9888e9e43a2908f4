import type { LiveEvent } from '@switchyard/contracts/domains';
import { defineEvent } from '../../platform/events.ts';

const kind = defineEvent<string | null>('engines.stale', (engineIds) => {
  if (engineIds.includes(null)) return [{ type: 'engines.stale' }];
  return [...new Set(engineIds)].map(
    (engineId): LiveEvent => ({ type: 'engines.stale', engineId: engineId ?? undefined }),
  );
});

/** An engine has changed; without an id, any of the workspace's. */
export const enginesStale = (workspaceId: string, engineId: string | null = null) => kind(workspaceId, engineId);

/** A running engine should check its inbox or settings. */
export const engineRefreshDue = defineEvent<string>('engine.look');
