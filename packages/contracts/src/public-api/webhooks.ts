import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';
import { WEBHOOK_STATES, webhookDescription, webhookEvents, webhookUrl } from '../webhooks/operations.ts';
import { anyId, dateTime, idempotent, many, one, order, paging } from './shapes.ts';

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().optional(),
  status: z.enum(WEBHOOK_STATES),
  createdAt: dateTime,
});
export type PublicWebhook = z.infer<typeof webhook>;

const byId = z.object({ id: anyId });
const at = routesUnder('webhooks');

export const webhooks = {
  list: query('webhooks', 'workspace-admin')
    .route({ ...at.get('/webhooks', 'Webhooks of the workspace'), inputStructure: 'detailed' })
    .input(z.object({ query: z.object({ order, ...paging }) }))
    .output(many(webhook)),
  create: mutation('webhooks', 'workspace-admin')
    .route({ ...at.post('/webhooks', 'Create a webhook', { successStatus: 201 }), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({ url: webhookUrl, events: webhookEvents, description: webhookDescription.optional() }),
        ...idempotent,
      }),
    )
    .output(one(webhook)),
  get: query('webhooks', 'workspace-admin')
    .route({ ...at.get('/webhooks/{id}', 'A webhook'), inputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(one(webhook)),
  update: mutation('webhooks', 'workspace-admin')
    .route({ ...at.patch('/webhooks/{id}', 'Update, disable or enable a webhook'), inputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        body: z.object({
          url: webhookUrl.optional(),
          events: webhookEvents.optional(),
          description: webhookDescription.nullable().optional(),
          status: z.enum(WEBHOOK_STATES).optional(),
        }),
      }),
    )
    .output(one(webhook)),
  delete: mutation('webhooks', 'workspace-admin')
    .route({ ...at.delete('/webhooks/{id}', 'Delete a webhook and its deliveries'), inputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(one(z.object({ id: z.string(), deleted: z.literal(true) }))),
};
