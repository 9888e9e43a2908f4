import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { UNSENT_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from './event-types.ts';
import { DELIVERY_STATES, SETTLED_STATES } from './states.ts';

export const MAX_WEBHOOKS = 50;
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 120;
/** Tries of a delivery before it counts as failed. */
export const MAX_WEBHOOK_TRIES = 8;

export const WEBHOOK_STATES = ['enabled', 'disabled'] as const;
/** `person`: paused · `gone`: it answered 410 · `failing`: nothing but failures for days. */
export const DISABLED_REASONS = ['person', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Why a try brought no answer. */
export const ATTEMPT_FAULTS = ['url', 'address', 'redirects', 'too-large', 'too-slow', 'unreachable'] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

/** Which events a webhook receives. */
const MAX_FILTERED = 50;
const filter = z.array(entityId).max(MAX_FILTERED);
/** Replayed by one request. */
export const MAX_REPLAYED = 10_000;
export const MAX_REPLAYED_IDS = 200;

const eventTypes = [...WEBHOOK_EVENT_TYPES, ...UNSENT_EVENT_TYPES];
export const webhookEvents = z.array(z.enum(eventTypes)).min(1, schemaFault('chooseOne')).max(eventTypes.length);
export const webhookUrl = z.url({ protocol: /^https?$/ }).max(MAX_WEBHOOK_URL_LENGTH);
export const webhookDescription = lineOfText(MAX_WEBHOOK_DESCRIPTION_LENGTH);

export const webhook = z.object({
  _id: entityId,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()),
  engineIds: z.array(entityId).describe('Receives events of these connections only; empty: of all.'),
  labelIds: z.array(entityId).describe('Receives events of contacts with one of these labels only; empty: of all.'),
  state: z.enum(WEBHOOK_STATES),
  disabledBecause: z.enum(DISABLED_REASONS).nullable(),
  failingSince: instant
    .nullable()
    .describe('Since when every try has failed; null: the last one arrived, or there was none.'),
  previousSecretUntil: instant.nullable().describe('Until when requests are signed with the earlier secret as well.'),
  createdBy: z.string().nullable(),
  createdAt: instant,
});
export type Webhook = z.infer<typeof webhook>;

export const webhookDelivery = z.object({
  _id: entityId,
  webhookId: entityId,
  url: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** All there were, replays included. */
  attempts: z.int(),
  /** Of the latest try; null: there was no answer, or no try. */
  lastStatus: z.int().nullable(),
  nextAt: instant.nullable().describe('When it is tried next; null: no more.'),
  createdAt: instant,
  settledAt: instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const headers = z.record(z.string(), z.string());
export const webhookAttempt = z.object({
  _id: entityId,
  number: z.int(),
  at: instant,
  durationMs: z.int(),
  status: z.int().nullable(),
  fault: z.enum(ATTEMPT_FAULTS).nullable(),
  /** Signatures and cookies are hidden. */
  requestHeaders: headers,
  responseHeaders: headers.nullable(),
  responseBody: z.string().nullable().describe('The first kilobyte of the answer.'),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

const secret = z.string().describe('Signs what is sent to it. Shown this once.');
const one = z.object({ id: entityId });
const paging = listQuery.omit({ sort: true });

const at = routesUnder('webhooks');

export const webhooksContract = {
  list: query('webhooks', 'workspace-admin')
    .route(at.get('/webhooks', 'Webhooks of the workspace, newest first'))
    .input(paging)
    .output(page(webhook)),
  create: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks', 'Create a webhook; its secret is shown this once', { successStatus: 201 }))
    .input(
      z.object({
        url: webhookUrl,
        events: webhookEvents,
        description: webhookDescription.nullable().default(null),
        engineIds: filter.default([]),
        labelIds: filter.default([]),
      }),
    )
    .output(z.object({ secret, webhook })),
  get: query('webhooks', 'workspace-admin').route(at.get('/webhooks/{id}', 'One webhook')).input(one).output(webhook),
  update: mutation('webhooks', 'workspace-admin')
    .route(at.patch('/webhooks/{id}', 'Change, pause or enable a webhook'))
    .input(
      one.extend({
        url: webhookUrl.optional(),
        events: webhookEvents.optional(),
        description: webhookDescription.nullable().optional(),
        engineIds: filter.optional(),
        labelIds: filter.optional(),
        state: z.enum(WEBHOOK_STATES).optional(),
      }),
    )
    .output(webhook),
  remove: mutation('webhooks', 'workspace-admin')
    .route(at.delete('/webhooks/{id}', 'Delete a webhook and its deliveries'))
    .input(one)
    .output(z.object({})),
  rotateSecret: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks/{id}/rotate-secret', 'Make a new secret; the earlier one signs as well for 24 hours'))
    .input(one)
    .output(z.object({ secret, webhook })),
  test: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks/{id}/test', 'Send a test event'))
    .input(one)
    .output(webhookDelivery),
  deliveries: query('webhooks', 'workspace-admin')
    .route(at.get('/webhook-deliveries', 'Deliveries of the last 30 days, newest first'))
    .input(
      paging.extend({
        webhookId: entityId.optional(),
        state: z.enum(DELIVERY_STATES).optional(),
        type: z.string().max(64).optional(),
        search: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .describe(
            'In event ids, subjects, addresses and contents of the last 10,000 deliveries that match otherwise.',
          ),
      }),
    )
    .output(page(webhookDelivery)),
  attempts: query('webhooks', 'workspace-admin')
    .route(at.get('/webhook-deliveries/{id}/attempts', 'The request body of a delivery and its tries, newest first'))
    .input(paging.extend({ id: entityId }))
    .output(page(webhookAttempt).extend({ body: z.string().describe('The bytes that are sent and signed.') })),
  replay: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhook-deliveries/{id}/replay', 'Send a delivery again, under the same event id'))
    .input(one)
    .output(webhookDelivery),
  replaySelected: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhook-deliveries/replay', 'Send several deliveries again, under their event ids'))
    .input(z.object({ ids: z.array(entityId).min(1).max(MAX_REPLAYED_IDS) }))
    .output(z.object({ replayed: z.int() })),
  replaySince: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks/{id}/replay', 'Send what has been delivered or has failed since a time again'))
    .input(
      one.extend({
        since: instant,
        state: z.enum(SETTLED_STATES).optional().describe('Only those; without it: delivered and failed ones.'),
      }),
    )
    .output(
      z.object({
        replayed: z.int(),
        next: instant.nullable().describe(`At most ${MAX_REPLAYED} at once: since when to go on; null: that was all.`),
      }),
    ),
};
