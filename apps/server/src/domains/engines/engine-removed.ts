import { defineHook } from '../../platform/hooks.ts';

interface RemovedEngine {
  workspaceId: string;
  engineId: string;
  name: string;
}

/** An engine is about to be deleted: what waits for it is told so in this transaction, while it still knows which. */
export const engineRemoved = defineHook<RemovedEngine>('engine-removed');
