import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { UNSENT_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from './event-types.ts';
import { DELIVERY_STATES, SETTLED_STATES } from './states.ts';

export const MAX_WEBHOOKS = 50;
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 120;
/** Attempts at a delivery before it counts as failed. */
export const MAX_WEBHOOK_TRIES = 8;

export const WEBHOOK_STATES = ['enabled', 'disabled'] as const;
/** `person`: paused manually · `gone`: it returned 410 · `failing`: all deliveries failed for days. */
export const DISABLED_REASONS = ['person', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Why an attempt got no response. */
export const ATTEMPT_FAULTS = ['url', 'address', 'redirects', 'too-large', 'too-slow', 'unreachable'] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

/** Maximum connections or labels in a webhook's filter. */
const MAX_FILTERED = 50;
const filter = z.array(entityId).max(MAX_FILTERED);
/** Maximum deliveries replayed by one request. */
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
  engineIds: z.array(entityId).describe('Only events of these connections; empty: all.'),
  labelIds: z.array(entityId).describe('Only events of contacts with one of these labels; empty: all.'),
  state: z.enum(WEBHOOK_STATES),
  disabledBecause: z.enum(DISABLED_REASONS).nullable(),
  failingSince: instant
    .nullable()
    .describe('Since when all attempts have failed; null if the last one succeeded or there was none.'),
  previousSecretUntil: instant.nullable().describe('Until when requests are also signed with the previous secret.'),
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
  /** Total attempts, including replays. */
  attempts: z.int(),
  /** Status of the latest attempt; null if it got no response or there was none. */
  lastStatus: z.int().nullable(),
  nextAt: instant.nullable().describe('Time of the next attempt; null if there is none.'),
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
  /** Signatures and cookies are redacted. */
  requestHeaders: headers,
  responseHeaders: headers.nullable(),
  responseBody: z.string().nullable().describe('First kilobyte of the response.'),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

const secret = z.string().describe('Signs requests to the webhook. Returned only once.');
const byId = z.object({ id: entityId });
const paging = listQuery.omit({ sort: true });

const at = routesUnder('webhooks');

export const webhooksContract = {
  list: query('webhooks', 'workspace-admin')
    .route(at.get('/webhooks', 'Webhooks of the workspace, newest first'))
    .input(paging)
    .output(page(webhook)),
  create: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks', 'Create a webhook; its secret is returned only once', { successStatus: 201 }))
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
  get: query('webhooks', 'workspace-admin').route(at.get('/webhooks/{id}', 'A webhook')).input(byId).output(webhook),
  update: mutation('webhooks', 'workspace-admin')
    .route(at.patch('/webhooks/{id}', 'Update, pause or enable a webhook'))
    .input(
      byId.extend({
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
    .input(byId)
    .output(z.object({})),
  rotateSecret: mutation('webhooks', 'workspace-admin')
    .route(
      at.post(
        '/webhooks/{id}/rotate-secret',
        'Rotate the secret; requests are also signed with the old one for 24 hours',
      ),
    )
    .input(byId)
    .output(z.object({ secret, webhook })),
  test: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks/{id}/test', 'Send a test event'))
    .input(byId)
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
            'Searches event ids, subjects, URLs and bodies of the latest 10,000 deliveries that match the other filters.',
          ),
      }),
    )
    .output(page(webhookDelivery)),
  attempts: query('webhooks', 'workspace-admin')
    .route(at.get('/webhook-deliveries/{id}/attempts', 'Request body and attempts of a delivery, newest first'))
    .input(paging.extend({ id: entityId }))
    .output(page(webhookAttempt).extend({ body: z.string().describe('The exact body that is sent and signed.') })),
  replay: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhook-deliveries/{id}/replay', 'Replay a delivery with the same event id'))
    .input(byId)
    .output(webhookDelivery),
  replaySelected: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhook-deliveries/replay', 'Replay several deliveries with their event ids'))
    .input(z.object({ ids: z.array(entityId).min(1).max(MAX_REPLAYED_IDS) }))
    .output(z.object({ replayed: z.int() })),
  replaySince: mutation('webhooks', 'workspace-admin')
    .route(at.post('/webhooks/{id}/replay', 'Replay a webhook’s deliveries since a given time'))
    .input(
      byId.extend({
        since: instant,
        state: z.enum(SETTLED_STATES).optional().describe('Only deliveries in this state; defaults to both.'),
      }),
    )
    .output(
      z.object({
        replayed: z.int(),
        next: instant
          .nullable()
          .describe(
            `Value of \`since\` to continue with, as at most ${MAX_REPLAYED} are replayed per request; null if complete.`,
          ),
      }),
    ),
};
