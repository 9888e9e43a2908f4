import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';

export const MAX_INBOUND_WEBHOOKS = 50;
export const MAX_INBOUND_NAME_LENGTH = 120;

/** Path that form tools post submissions to; its last segment is the secret. */
export const INBOUND_PATH = '/hooks';

export const inboundWebhook = z.object({
  _id: entityId,
  name: z.string(),
  templateId: entityId.nullable().describe('Null if it was deleted; requests are refused until another is chosen.'),
  templateName: z.string().nullable(),
  /** The first characters of the secret. */
  prefix: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type InboundWebhook = z.infer<typeof inboundWebhook>;

const byId = z.object({ id: entityId });
const name = lineOfText(MAX_INBOUND_NAME_LENGTH);
const url = z.string().describe('Anyone who knows it can send the template. Returned only once.');
const at = routesUnder('inbound webhooks');

export const inboundWebhooksContract = {
  list: query('webhooks', 'workspace-admin')
    .route(at.get('/inbound-webhooks', 'Inbound webhooks through which form tools send a template, newest first'))
    .input(listQuery.omit({ sort: true }))
    .output(page(inboundWebhook)),
  create: mutation('webhooks', 'workspace-admin')
    .route(
      at.post('/inbound-webhooks', 'Create an inbound webhook; its URL is returned only once', { successStatus: 201 }),
    )
    .input(z.object({ name, templateId: entityId }))
    .output(z.object({ url, webhook: inboundWebhook })),
  update: mutation('webhooks', 'workspace-admin')
    .route(at.patch('/inbound-webhooks/{id}', 'Update an inbound webhook'))
    .input(byId.extend({ name: name.optional(), templateId: entityId.optional() }))
    .output(inboundWebhook),
  rotate: mutation('webhooks', 'workspace-admin')
    .route(
      at.post(
        '/inbound-webhooks/{id}/rotate',
        'Replace the URL of an inbound webhook; the old one stops working at once',
      ),
    )
    .input(byId)
    .output(z.object({ url, webhook: inboundWebhook })),
  revoke: mutation('webhooks', 'workspace-admin')
    .route(at.delete('/inbound-webhooks/{id}', 'Revoke an inbound webhook; its URL stops working at once'))
    .input(byId)
    .output(z.object({})),
};
