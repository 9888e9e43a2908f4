import { defineHook } from '../../platform/hooks.ts';

interface RemovedEngine {
  workspaceId: string;
  engineId: string;
  name: string;
}

/**
 * An engine is about to be deleted. Whatever waits for it is updated in this transaction, while the reference still
 * exists.
 */
export const engineRemoved = defineHook<RemovedEngine>('engine-removed');
