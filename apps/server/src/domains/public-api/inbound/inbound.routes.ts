import { operations } from '../../../platform/http/operations.ts';
import { createInbound, revokeInbound, rotateInbound, updateInbound } from './change-inbound.ts';
import { listInbound, presentInbound } from './inbound.queries.ts';

const { inboundWebhooks } = operations;

export const inboundWebhooksRouter = {
  list: inboundWebhooks.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listInbound(db, actor.workspaceId, input);
    return { data: rows.map(presentInbound), total };
  }),
  create: inboundWebhooks.create.handler(({ context: { perform }, input }) => perform(createInbound, input)),
  update: inboundWebhooks.update.handler(({ context: { perform }, input }) => perform(updateInbound, input)),
  rotate: inboundWebhooks.rotate.handler(({ context: { perform }, input }) => perform(rotateInbound, input)),
  revoke: inboundWebhooks.revoke.handler(({ context: { perform }, input }) => perform(revokeInbound, input)),
};
