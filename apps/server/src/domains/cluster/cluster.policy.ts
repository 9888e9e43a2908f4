import { type Actor, actsAsAdmin } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';

/** The three screens and every call behind them require the admin role (spec 001 section 6); looking at a customer's workspace is no time for it. */
export const mayOperateCluster = (actor: Actor): Refusal | null =>
  actsAsAdmin(actor) ? null : new Refusal('FORBIDDEN');

/** Pods that must stay on their node are not terminated to relieve it. */
export const mayTerminate = (actor: Actor, pod: { pinned?: string | undefined }): Refusal | null =>
  mayOperateCluster(actor) ??
  (pod.pinned === undefined
    ? null
    : new Refusal('FORBIDDEN', undefined, `This pod must stay on its node (${pod.pinned}); nothing was terminated.`));
