import { readTextsRefusal } from '../../platform/actor.ts';
import { operations, performing } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { createEndpoint, removeEndpoint, rotateSecret, updateEndpoint } from './change-endpoint.ts';
import { replayDelivery, replaySelected, replaySince, sendTest } from './replay-deliveries.ts';
import { bodyOf, presentAttempt, presentDelivery, presentWebhook } from './webhooks.present.ts';
import { findEndpoint, listAttempts, listDeliveries, listEndpoints } from './webhooks.queries.ts';

const { webhooks } = operations;

export const webhooksRouter = {
  list: webhooks.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listEndpoints(db, actor.workspaceId, input);
    return { data: rows.map(presentWebhook), total };
  }),
  create: webhooks.create.handler(async ({ context: { perform }, input }) => {
    const { secret, endpoint } = await perform(createEndpoint, input);
    return { secret, webhook: presentWebhook(endpoint) };
  }),
  get: webhooks.get.handler(async ({ context: { actor, db }, input }) =>
    presentWebhook(await findEndpoint(db, actor.workspaceId, input.id)),
  ),
  update: webhooks.update.handler(performing(updateEndpoint, presentWebhook)),
  remove: webhooks.remove.handler(({ context: { perform }, input }) => perform(removeEndpoint, input)),
  rotateSecret: webhooks.rotateSecret.handler(async ({ context: { perform }, input }) => {
    const { secret, endpoint } = await perform(rotateSecret, input);
    return { secret, webhook: presentWebhook(endpoint) };
  }),
  test: webhooks.test.handler(performing(sendTest, presentDelivery)),
  deliveries: webhooks.deliveries.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listDeliveries(db, actor, input);
    return { data: rows.map(presentDelivery), total };
  }),
  attempts: webhooks.attempts.handler(async ({ context: { actor, db }, input }) => {
    // Payloads contain message texts.
    authorize(readTextsRefusal(actor));
    const { event, rows, total } = await listAttempts(db, actor.workspaceId, input);
    return { body: bodyOf(event), data: rows.map(presentAttempt), total };
  }),
  replay: webhooks.replay.handler(performing(replayDelivery, presentDelivery)),
  replaySelected: webhooks.replaySelected.handler(({ context: { perform }, input }) => perform(replaySelected, input)),
  replaySince: webhooks.replaySince.handler(({ context: { perform }, input }) => perform(replaySince, input)),
};
