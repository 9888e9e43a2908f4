import { findEndpoint, listEndpoints, updateEndpoint } from '../webhooks/index.ts';
import { pageAnswer, singleAnswer } from './answers.ts';
import { once } from './once.ts';
import { presentWebhook } from './public-api.present.ts';
import { publicOperations as v1 } from './public-operations.ts';
import { createWebhook, deleteWebhook } from './webhooks.ts';

export const webhooks = {
  list: v1.webhooks.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { rows, total } = await listEndpoints(db, actor.workspaceId, query);
    return pageAnswer(rows.map(presentWebhook), query, total);
  }),
  create: v1.webhooks.create.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const request = { operation: 'webhooks.create', key: headers['idempotency-key'], input: body };
    return singleAnswer((await perform(once(createWebhook), request)).answer);
  }),
  get: v1.webhooks.get.handler(async ({ context: { db, actor }, input: { params } }) =>
    singleAnswer(presentWebhook(await findEndpoint(db, actor.workspaceId, params.id))),
  ),
  update: v1.webhooks.update.handler(async ({ context: { perform }, input: { params, body } }) => {
    const { status: state, description, ...changes } = body;
    // An empty description means none.
    const words = description === undefined ? {} : { description: description || null };
    return singleAnswer(presentWebhook(await perform(updateEndpoint, { ...params, ...changes, ...words, state })));
  }),
  delete: v1.webhooks.delete.handler(async ({ context: { perform }, input: { params } }) =>
    singleAnswer(await perform(deleteWebhook, params)),
  ),
};
