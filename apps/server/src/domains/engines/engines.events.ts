import type { LiveEvent } from '@switchyard/contracts/domains';
import { defineEvent } from '../../platform/events.ts';

const kind = defineEvent<string | null>('engines.stale', (engineIds) => {
  if (engineIds.includes(null)) return [{ type: 'engines.stale' }];
  return [...new Set(engineIds)].map(
    (engineId): LiveEvent => ({ type: 'engines.stale', engineId: engineId ?? undefined }),
  );
});

/** An engine is not as it was; without an id: any of the workspace's. */
export const enginesStale = (workspaceId: string, engineId: string | null = null) => kind(workspaceId, engineId);

/** There is something for a running engine to look at: in its inbox, or its settings. */
export const engineRefreshDue = defineEvent<string>('engine.look');
