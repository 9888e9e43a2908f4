import { z } from 'zod';
import { lineOfText } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { anyId, boundedText, chatAddress, dateTime, idempotent, many, one, order, paging } from './shapes.ts';

const audience = z.object({
  id: z.string(),
  name: z.string(),
  contactCount: z.number().int().min(0),
  createdAt: dateTime,
});
export type PublicAudience = z.infer<typeof audience>;

const MAX_CONTACTS = 1_000;
const MAX_VARIABLES = 32;
const variables = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,31}$/), boundedText(1_024))
  .refine((values) => Object.keys(values).length <= MAX_VARIABLES, `at most ${MAX_VARIABLES} variables`);
const contact = z.object({ to: chatAddress, variables: variables.optional() });
export type AudienceContact = z.infer<typeof contact>;

const name = lineOfText(120);
const byId = z.object({ id: anyId });
const contactInPath = z.object({ id: anyId, contactId: chatAddress });
const at = routesUnder('audiences');

export const audiences = {
  list: query('contacts')
    .route({ ...at.get('/audiences', 'Audiences: lists of contacts'), inputStructure: 'detailed' })
    .input(z.object({ query: z.object({ order, ...paging }) }))
    .output(many(audience)),
  create: mutation('contacts')
    .route({ ...at.post('/audiences', 'Create an audience'), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({ name, contacts: z.array(contact).max(MAX_CONTACTS).default([]) }),
        ...idempotent,
      }),
    )
    .output(one(audience)),
  get: query('contacts')
    .route({ ...at.get('/audiences/{id}', 'An audience'), inputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(one(audience)),
  update: mutation('contacts')
    .route({ ...at.patch('/audiences/{id}', 'Rename an audience'), inputStructure: 'detailed' })
    .input(z.object({ params: byId, body: z.object({ name }) }))
    .output(one(audience)),
  delete: mutation('contacts')
    .route({ ...at.delete('/audiences/{id}', 'Delete an audience, but not its contacts'), inputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(one(z.object({ id: z.string(), deleted: z.literal(true) }))),
  appendContacts: mutation('contacts')
    .route({ ...at.post('/audiences/{id}/contacts', 'Add contacts to an audience'), inputStructure: 'detailed' })
    .input(z.object({ params: byId, body: z.object({ contacts: z.array(contact).min(1).max(MAX_CONTACTS) }) }))
    .output(one(z.object({ added: z.number().int(), contactCount: z.number().int() }))),
  updateContact: mutation('contacts')
    .route({
      ...at.patch('/audiences/{id}/contacts/{contactId}', 'Update a contact of an audience, by id, number or chat id'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: contactInPath,
        body: z.object({ to: chatAddress.optional(), variables: variables.optional() }),
      }),
    )
    .output(
      one(
        z.object({
          id: z.string(),
          to: z.string(),
          variables: z.record(z.string(), z.string()),
          addedAt: dateTime,
        }),
      ),
    ),
  deleteContact: mutation('contacts')
    .route({
      ...at.delete('/audiences/{id}/contacts/{contactId}', 'Remove a contact from an audience'),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: contactInPath }))
    .output(one(z.object({ id: z.string() }))),
};

const campaign = z.object({
  cmpId: z.string(),
  name: z.string(),
  audienceId: z.string(),
  status: z.enum(['pending', 'running', 'paused', 'complete_sent', 'complete_delivered', 'aborted']),
  totalCount: z.number().int().min(0),
  sentCount: z.number().int().min(0),
  deliveredCount: z.number().int().min(0),
  readCount: z.number().int().min(0),
  failedCount: z.number().int().min(0),
  createdAt: dateTime,
  startedAt: dateTime.optional(),
  completedAt: dateTime.optional(),
  abortedAt: dateTime.optional(),
});
export type PublicCampaign = z.infer<typeof campaign>;

const of = routesUnder('campaigns');
const campaignAction = (action: 'pause' | 'resume' | 'cancel', summary: string) =>
  mutation('campaigns')
    .route({ ...of.post(`/campaigns/{id}/${action}`, summary), inputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(one(campaign));

export const campaigns = {
  list: query('campaigns')
    .route({ ...of.get('/campaigns', 'Campaigns of the workspace'), inputStructure: 'detailed' })
    .input(z.object({ query: z.object({ order, ...paging }) }))
    .output(many(campaign)),
  create: mutation('campaigns')
    .route({ ...of.post('/campaigns', 'Start a campaign to an audience'), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({
          name,
          audienceId: anyId,
          text: boundedText(4_096).min(1).optional(),
          mediaUrl: boundedText(2_048).optional(),
          mediaCaption: boundedText(1_024).min(1).optional(),
          onMissingVariable: z.enum(['fail', 'skip']).default('fail'),
        }),
        ...idempotent,
      }),
    )
    .output(one(campaign)),
  get: query('campaigns')
    .route({ ...of.get('/campaigns/{id}', 'A campaign'), inputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(one(campaign)),
  pause: campaignAction('pause', 'Pause a campaign'),
  resume: campaignAction('resume', 'Resume a paused campaign'),
  cancel: campaignAction('cancel', 'Cancel a campaign; unsent messages are never sent'),
};
