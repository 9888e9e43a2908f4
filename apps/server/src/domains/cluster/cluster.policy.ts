import type { Actor } from '../../platform/http/request-context.ts';

/** The three screens and every call behind them require the admin role (spec 001 section 6). */
export const mayOperateCluster = (actor: Actor): boolean => actor.role === 'admin';

/** Looking at a customer's workspace is no time to delete pods. */
export const mayDeletePods = (actor: Actor): boolean => mayOperateCluster(actor) && !actor.supportMode;
