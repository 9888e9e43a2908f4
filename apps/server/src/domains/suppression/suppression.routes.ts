import { type Actor, changeRefusal } from '../../platform/actor.ts';
import { operations } from '../../platform/http/operations.ts';
import { depsOf } from '../../platform/perform.ts';
import { readMobile } from '../../platform/phone-number.ts';
import { authorize } from '../../platform/refusal.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { readSubscription, resubscribe, unsubscribe } from './subscription-link.ts';
import { addSuppression, removeSuppression } from './suppress.ts';
import { findSuppression, listSuppressions } from './suppression.queries.ts';

const { suppression } = operations;

/**
 * Public operations: the link is the permission, signed in or not. There is no other guard, so support mode is refused
 * here.
 */
const refuseInSupport = (actor: Actor | null) => authorize(actor && changeRefusal(actor));

export const suppressionRouter = {
  list: suppression.list.handler(({ context: { actor, db }, input }) => listSuppressions(db, actor, input)),
  check: suppression.check.handler(async ({ context: { actor, db }, input }) => {
    const workspace = await findWorkspace(db, actor.workspaceId);
    const mobile = workspace && readMobile(input.mobile, workspace.country);
    return { suppression: mobile ? await findSuppression(db, actor, mobile) : null };
  }),
  add: suppression.add.handler(({ context: { perform }, input }) => perform(addSuppression, input)),
  remove: suppression.remove.handler(({ context: { perform }, input }) => perform(removeSuppression, input)),
  subscription: suppression.subscription.handler(({ context: { db }, input }) =>
    readSubscription(db, input.subscriptionId, new Date()),
  ),
  leave: suppression.leave.handler(async ({ context: { platform, actor }, input }) => {
    refuseInSupport(actor);
    const { result, events } = await unsubscribe(depsOf(platform), input.subscriptionId);
    platform.events.dispatch(events);
    return result;
  }),
  stay: suppression.stay.handler(async ({ context: { platform, actor }, input }) => {
    refuseInSupport(actor);
    const { result, events } = await resubscribe(depsOf(platform), input.subscriptionId);
    platform.events.dispatch(events);
    return result;
  }),
};
