import { operations } from '../../platform/http/operations.ts';
import { mayDeletePods, mayOperateCluster } from './cluster.policy.ts';
import { toClusterError } from './cluster-errors.ts';
import { readyConsoleOf } from './console-of.ts';

/** Middleware: admins only. */
export const operator = operations.middleware(async ({ context: { actor }, next, errors }) => {
  if (!actor) throw errors.UNAUTHORIZED();
  if (!mayOperateCluster(actor)) throw errors.FORBIDDEN();
  return next({ context: { actor } });
});

/** Middleware: admins who may delete pods now. */
export const deleter = operations.middleware(async ({ context: { actor }, next, errors }) => {
  if (!actor) throw errors.UNAUTHORIZED();
  if (!mayDeletePods(actor)) throw errors.FORBIDDEN();
  return next({ context: { actor } });
});

/** Middleware: hands on a console that has read pods and nodes, and tells what Kubernetes refuses as the contract's errors. */
export const withConsole = operations.middleware(async ({ context: { platform }, next }) => {
  try {
    return await next({ context: { console: await readyConsoleOf(platform) } });
  } catch (error) {
    throw toClusterError(error);
  }
});
