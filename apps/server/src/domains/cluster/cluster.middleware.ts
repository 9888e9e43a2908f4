import { unguarded } from '../../platform/http/operations.ts';
import { toClusterRefusal } from './cluster-refusal.ts';
import { readyConsoleOf } from './console-of.ts';

/**
 * Middleware: provides a console that has read pods and nodes, and converts refusals of Kubernetes to the contract's.
 */
export const withConsole = unguarded.middleware(async ({ context: { platform }, next }) => {
  try {
    return await next({ context: { console: await readyConsoleOf(platform) } });
  } catch (error) {
    throw toClusterRefusal(error);
  }
});
