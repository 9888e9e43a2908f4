import { unguarded } from '../../platform/http/operations.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import { readyConsoleOf } from './console-of.ts';

/**
 * Middleware: hands on a console that has read pods and nodes, and tells what Kubernetes refuses as the contract's
 * refusals.
 */
export const withConsole = unguarded.middleware(async ({ context: { platform }, next }) => {
  try {
    return await next({ context: { console: await readyConsoleOf(platform) } });
  } catch (error) {
    throw toClusterRefusal(error);
  }
});
