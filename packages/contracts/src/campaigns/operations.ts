import { z } from 'zod';
import { contactFieldName, MAX_FIELD_LENGTH } from '../contacts/operations.ts';
import { e164, entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { LAST_DUE_YEAR, MAX_MESSAGE_LENGTH } from '../messages/limits.ts';
import { hold } from '../messages/message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { textSchema } from '../text/schema.ts';

/** `running` includes waiting for the start, for the sending window or for headroom in a lane. */
export const CAMPAIGN_STATES = ['running', 'paused', 'completed', 'cancelled'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** State of one recipient. Each has exactly one state, so that the counts add up to the number of recipients. */
export const RECIPIENT_STATES = ['waiting', 'under-way', 'sent', 'failed', 'skipped', 'cancelled', 'unknown'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export const MAX_VARIANTS = 5;
export const MAX_TEST_NUMBERS = 5;
export const MAX_WITHOUT_AUDIENCES = 10;
export const MAX_PER_MINUTE = 600;

const ids = z.array(entityId).max(50).default([]);

/**
 * The recipients of a campaign: contacts by label, list or custom field, or all, minus exclusions. Evaluated at each
 * launch.
 */
export const audienceDefinition = z.object({
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('list'), listId: entityId }),
    /** Contacts with any of these labels. */
    z.object({ kind: z.literal('labels'), labelIds: z.array(entityId).min(1).max(50) }),
    /** Contacts whose custom field has exactly this value, ignoring case. */
    z.object({
      kind: z.literal('field'),
      field: contactFieldName,
      value: lineOfText(MAX_FIELD_LENGTH),
    }),
    /** Recipients of that campaign who have not replied and have had no personal message since. */
    z.object({ kind: z.literal('silent'), campaignId: entityId }),
  ]),
  withoutLabelIds: ids,
  /** Audiences to exclude; these may exclude others, up to three levels deep. */
  withoutAudienceIds: z.array(entityId).max(MAX_WITHOUT_AUDIENCES).default([]),
  /** Only contacts who gave consent. */
  consentOnly: z.boolean().default(false),
  /** Skips contacts who received this many campaign messages within this many days. */
  atMost: z
    .object({ messages: z.number().int().min(1).max(100), days: z.number().int().min(1).max(365) })
    .nullable()
    .default(null),
});
export type AudienceDefinition = z.infer<typeof audienceDefinition>;

const audience = z.object({ _id: entityId, name: z.string(), definition: audienceDefinition, updatedAt: instant });
export type Audience = z.infer<typeof audience>;

const template = z.object({ _id: entityId, name: z.string(), text: z.string(), updatedAt: instant });
export type CampaignTemplate = z.infer<typeof template>;

const name = lineOfText(120);
/**
 * Identifies an edited record: its id, and when the editor last saw it changed. Someone else's later change is not
 * overwritten (`TOO_LATE`).
 */
const editedRecord = { id: entityId.optional(), asOf: instant.optional() };
const text = z
  .string()
  .trim()
  .min(1, schemaFault('noMessage'))
  .max(MAX_MESSAGE_LENGTH)
  .refine(isStorable, NOT_STORABLE);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaFault('timeOfDay'));

export const campaignDraft = z.object({
  name: lineOfText(120),
  audience: audienceDefinition,
  /** Texts sent in rotation; `{name|there}` is filled in per recipient, `{unsubscribe}` becomes a link. */
  variants: z.array(text).min(1).max(MAX_VARIANTS),
  /** Engines that share the sending; empty: the workspace's default engine. */
  engineIds: z.array(entityId).max(10).default([]),
  /** Null: now. */
  startAt: instant
    .refine(
      (at) => new Date(at).getUTCFullYear() <= LAST_DUE_YEAR,
      schemaFault('beforeYear', { year: String(LAST_DUE_YEAR + 1) }),
    )
    .nullable()
    .default(null),
  /** Hours of the day in each contact's time zone; null: any time. */
  window: z
    .object({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: schemaFault('endsAtBegin') })
    .nullable()
    .default(null),
  /** Messages per minute across all engines; null: limited only by the engines' own limits. */
  perMinute: z.number().int().min(1).max(MAX_PER_MINUTE).nullable().default(null),
});
export type CampaignDraft = z.infer<typeof campaignDraft>;

const counts = z.object(
  Object.fromEntries(RECIPIENT_STATES.map((state) => [state, z.number().int()])) as Record<RecipientState, z.ZodNumber>,
);

export const campaign = z.object({
  _id: entityId,
  name: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  /** Why it was paused automatically; null if a person paused it or it is not paused. */
  pausedBecause: textSchema.nullable(),
  /** All recipients have been determined; until then the counts still grow. */
  isExpanded: z.boolean(),
  recipients: z.number().int(),
  counts,
  startAt: instant,
  finishedAt: instant.nullable(),
  createdAt: instant,
});
export type Campaign = z.infer<typeof campaign>;

const campaignDetail = campaign.extend({
  variants: z.array(z.string()),
  audience: audienceDefinition,
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  perMinute: z.number().int().nullable(),
  engineIds: z.array(entityId),
  /** For each engine with pending messages, what holds its next one. Empty: nothing is held. */
  waits: z.array(z.object({ engineId: entityId, engineName: z.string(), holds: z.array(hold).min(1) })),
  delivered: z.number().int(),
  read: z.number().int(),
  /** Recipients who replied since; null if there are too many to count here. */
  replied: z.number().int().nullable(),
  /** Messages per hour over the last hours, oldest first, without empty hours. */
  perHour: z.array(z.object({ at: instant, sent: z.number().int(), failed: z.number().int() })),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

export const recipient = z.object({
  _id: entityId,
  mobile: e164,
  name: z.string(),
  state: z.enum(RECIPIENT_STATES),
  reason: textSchema.nullable(),
  variant: z.number().int(),
  /** Delivery level on WhatsApp. */
  ack: z.number().int(),
  at: instant.nullable(),
  messageId: entityId.nullable(),
});
export type CampaignRecipient = z.infer<typeof recipient>;

/** Preview of a launch. Nothing is stored. */
const preflight = z.object({
  /** Contacts in the audience. */
  contacts: z.number().int(),
  /** Contacts who will receive a message. */
  sendable: z.number().int(),
  /** Contacts who will not, by reason. */
  optedOut: z.number().int(),
  notOnWhatsApp: z.number().int(),
  overCap: z.number().int(),
  tooLong: z.number().int(),
  missing: z.array(z.object({ variable: z.string(), contacts: z.number().int() })),
  /** Variables that no contact can have, whether or not they have a fallback; `nearest`: the likely intended name. */
  unknown: z.array(z.object({ variable: z.string(), nearest: z.string().nullable() })),
  /** Largest number of recipients with an identical text: WhatsApp treats many of them as spam. */
  sameText: z.number().int(),
  /** Recipients never written to by any of the engines: messages to them get numbers restricted. */
  firstContacts: z.number().int(),
  /** Recipients with missing variables first. */
  preview: z.array(
    z.object({
      contactId: entityId,
      name: z.string(),
      mobile: e164,
      text: z.string(),
      variant: z.number().int(),
      missing: z.array(z.string()),
    }),
  ),
  /** When it will finish, given the engines' limits; null if it cannot finish. */
  forecast: z
    .object({
      likely: instant,
      earliest: instant,
      latest: instant,
      perEngine: z.array(z.object({ name: z.string(), messages: z.number().int(), until: instant })),
    })
    .nullable(),
  /** What prevents it from finishing, if there is no forecast. */
  blockedBy: textSchema.nullable(),
});
export type Preflight = z.infer<typeof preflight>;

const byId = z.object({ id: entityId });
const removed = z.object({ removed: z.literal(true) });

const at = routesUnder('campaigns');

export const audiencesContract = {
  list: query('campaigns')
    .route(at.get('/audiences', 'Audiences, by name'))
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(audience)),
  save: mutation('campaigns')
    .route(at.post('/audiences', 'Create or update an audience'))
    .input(z.object({ ...editedRecord, name, definition: audienceDefinition }))
    .output(audience),
  remove: mutation('campaigns')
    .route(at.delete('/audiences/{id}', 'Delete an audience; started campaigns are unaffected'))
    .input(byId)
    .output(removed),
  count: query('campaigns')
    .route(at.post('/audiences/count', 'Number of contacts currently in an audience'))
    .input(z.object({ definition: audienceDefinition }))
    .output(z.object({ contacts: z.number().int() })),
};

export const campaignTemplatesContract = {
  list: query('campaigns')
    .route(at.get('/campaign-templates', 'Campaign templates'))
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(template)),
  save: mutation('campaigns')
    .route(at.post('/campaign-templates', 'Create or update a campaign template'))
    .input(z.object({ ...editedRecord, name, text }))
    .output(template),
  remove: mutation('campaigns')
    .route(at.delete('/campaign-templates/{id}', 'Delete a campaign template; campaigns keep their texts'))
    .input(byId)
    .output(removed),
};

export const campaignsContract = {
  list: query('campaigns')
    .route(at.get('/campaigns', 'Campaigns, newest first'))
    .input(
      listQuery.extend({
        search: z.string().max(200).optional().describe('Part of the name.'),
        sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
      }),
    )
    .output(page(campaign)),
  get: query('campaigns')
    .route(at.get('/campaigns/{id}', 'A campaign with its statistics'))
    .input(byId)
    .output(campaignDetail),
  recipients: query('campaigns')
    .route(at.get('/campaigns/{id}/recipients', 'Recipients of a campaign'))
    .input(
      listQuery.extend({
        id: entityId,
        state: z.enum(RECIPIENT_STATES).optional(),
        sort: z.enum(['mobile']).default('mobile'),
      }),
    )
    .output(
      page(recipient).extend({
        isPartial: z.boolean().describe('Whether recipients whose chats the caller may not see are omitted.'),
      }),
    ),
  check: query('campaigns')
    .route(at.post('/campaigns/check', 'Preview a launch'))
    .input(campaignDraft)
    .output(preflight),
  test: mutation('campaigns')
    .route(at.post('/campaigns/test', 'Send a test message to a few numbers; excluded from statistics'))
    .input(
      z.object({
        text,
        mobiles: z.array(z.string().max(32)).min(1).max(MAX_TEST_NUMBERS),
        contactId: entityId.nullable(),
      }),
    )
    .output(z.object({ messages: z.array(z.object({ _id: entityId, mobile: e164 })) })),
  launch: mutation('campaigns')
    .route(
      at.post('/campaigns', 'Launch a campaign', {
        successStatus: 201,
        description: 'Idempotent: repeating the call with the same launchKey returns the same campaign.',
      }),
    )
    .input(campaignDraft.extend({ launchKey: entityId }))
    .output(campaign),
  pause: action('pause', 'Pause a campaign'),
  resume: action('resume', 'Resume a campaign'),
  cancel: action('cancel', 'Cancel a campaign’s unsent messages'),
  retryFailed: action('retry-failed', 'Retry failed recipients'),
};

function action(name: string, summary: string) {
  return mutation('campaigns')
    .route(at.post(`/campaigns/{id}/${name}`, summary))
    .input(byId)
    .output(campaign);
}
