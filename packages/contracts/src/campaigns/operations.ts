import { z } from 'zod';
import { contactFieldName, MAX_FIELD_LENGTH } from '../contacts/operations.ts';
import { e164, entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { LAST_DUE_YEAR, MAX_MESSAGE_LENGTH } from '../messages/limits.ts';
import { hold } from '../messages/message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { textSchema } from '../text/schema.ts';

/** `running` includes: waits for its start, for its window, for room in the lane. */
export const CAMPAIGN_STATES = ['running', 'paused', 'completed', 'cancelled'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * How it stands with one recipient. Each has exactly one of them, so that the numbers of all add up to the recipients.
 */
export const RECIPIENT_STATES = ['waiting', 'under-way', 'sent', 'failed', 'skipped', 'cancelled', 'unknown'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

export const MAX_VARIANTS = 5;
export const MAX_TEST_NUMBERS = 5;
export const MAX_WITHOUT_AUDIENCES = 10;
export const MAX_PER_MINUTE = 600;

const ids = z.array(entityId).max(50).default([]);

/**
 * Whom a campaign is for: contacts by label, list, own field, or all, without some of them. It is read anew at each
 * launch.
 */
export const audienceDefinition = z.object({
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('all') }),
    z.object({ kind: z.literal('list'), listId: entityId }),
    /** With any of these labels. */
    z.object({ kind: z.literal('labels'), labelIds: z.array(entityId).min(1).max(50) }),
    /** Of whom this own field says exactly this, upper or lower case alike. */
    z.object({
      kind: z.literal('field'),
      field: contactFieldName,
      value: lineOfText(MAX_FIELD_LENGTH),
    }),
    /** Who got that campaign, has not answered since, and was not written to by a person since. */
    z.object({ kind: z.literal('silent'), campaignId: entityId }),
  ]),
  withoutLabelIds: ids,
  /** Each may leave out others, three deep. */
  withoutAudienceIds: z.array(entityId).max(MAX_WITHOUT_AUDIENCES).default([]),
  /** Only who has agreed to be written to. */
  consentOnly: z.boolean().default(false),
  /** Leave out who got so many campaign messages in so many days. */
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

const nameOfOne = lineOfText(120);
/**
 * What is changed: its id, and when it was changed last as far as its editor knows; somebody else's later change is not
 * written over (`TOO_LATE`).
 */
const ofEdited = { id: entityId.optional(), asOf: instant.optional() };
const text = z
  .string()
  .trim()
  .min(1, schemaFault('noMessage'))
  .max(MAX_MESSAGE_LENGTH)
  .refine(isStorable, NOT_STORABLE);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaFault('timeOfDay'));

export const campaignDraft = z.object({
  name: nameOfOne,
  audience: audienceDefinition,
  /** Texts that take turns; `{name|there}` is filled for each recipient, `{unsubscribe}` is a link. */
  variants: z.array(text).min(1).max(MAX_VARIANTS),
  /** Engines that share the work; none: the one that the workspace sends with. */
  engineIds: z.array(entityId).max(10).default([]),
  /** Null: now. */
  startAt: instant
    .refine(
      (at) => new Date(at).getUTCFullYear() <= LAST_DUE_YEAR,
      schemaFault('beforeYear', { year: String(LAST_DUE_YEAR + 1) }),
    )
    .nullable()
    .default(null),
  /** Hours of the day in each contact's zone; null: any. */
  window: z
    .object({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: schemaFault('endsAtBegin') })
    .nullable()
    .default(null),
  /** Messages a minute by all engines together; null: as many as their own limits allow. */
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
  /** Why it paused by itself; null: a person did, or it is not paused. */
  pausedBecause: textSchema.nullable(),
  /** Its recipients are all known; before, the numbers still grow. */
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
  /** Of each engine that has messages of it: what its next one waits for. Empty: nothing holds them. */
  waits: z.array(z.object({ engineId: entityId, engineName: z.string(), holds: z.array(hold).min(1) })),
  delivered: z.number().int(),
  read: z.number().int(),
  /** Who wrote back since; null: too many to count here. */
  replied: z.number().int().nullable(),
  /** Sent in each of the last hours, oldest first, empty hours left out. */
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
  /** How far it has come on WhatsApp. */
  ack: z.number().int(),
  at: instant.nullable(),
  messageId: entityId.nullable(),
});
export type CampaignRecipient = z.infer<typeof recipient>;

/** What is known before a launch. Nothing is stored. */
const preflight = z.object({
  /** Contacts of the audience. */
  contacts: z.number().int(),
  /** Who will be sent to. */
  sendable: z.number().int(),
  /** Who will not, and why. */
  optedOut: z.number().int(),
  notOnWhatsApp: z.number().int(),
  overCap: z.number().int(),
  tooLong: z.number().int(),
  missing: z.array(z.object({ variable: z.string(), contacts: z.number().int() })),
  /** Variables that no contact can have, with a fallback or without; `nearest`: what may have been meant. */
  unknown: z.array(z.object({ variable: z.string(), nearest: z.string().nullable() })),
  /** The most who get exactly the same words: WhatsApp takes many of them for spam. */
  sameText: z.number().int(),
  /** Not written to before by any of the engines: those are what numbers are restricted for. */
  firstContacts: z.number().int(),
  /** Who lacks something first. */
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
  /** When it will have ended, by the limits of its engines; null: never, as things are. */
  forecast: z
    .object({
      likely: instant,
      earliest: instant,
      latest: instant,
      perEngine: z.array(z.object({ name: z.string(), messages: z.number().int(), until: instant })),
    })
    .nullable(),
  /** What keeps it from ending, where there is no forecast. */
  blockedBy: textSchema.nullable(),
});
export type Preflight = z.infer<typeof preflight>;

const byId = z.object({ id: entityId });
const removed = z.object({ removed: z.literal(true) });

const at = routesUnder('campaigns');

export const audiencesContract = {
  list: query('campaigns')
    .route(at.get('/audiences', 'Audiences by name'))
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(audience)),
  save: mutation('campaigns')
    .route(at.post('/audiences', 'Add an audience, or change one'))
    .input(z.object({ ...ofEdited, name: nameOfOne, definition: audienceDefinition }))
    .output(audience),
  remove: mutation('campaigns')
    .route(at.delete('/audiences/{id}', 'Delete it; campaigns that began stay as they are'))
    .input(byId)
    .output(removed),
  count: query('campaigns')
    .route(at.post('/audiences/count', 'How many contacts an audience has now'))
    .input(z.object({ definition: audienceDefinition }))
    .output(z.object({ contacts: z.number().int() })),
};

export const campaignTemplatesContract = {
  list: query('campaigns')
    .route(at.get('/campaign-templates', 'Texts to begin with'))
    .input(listQuery.extend({ sort: z.enum(['name', '-name']).default('name') }))
    .output(page(template)),
  save: mutation('campaigns')
    .route(at.post('/campaign-templates', 'Add a text, or change one'))
    .input(z.object({ ...ofEdited, name: nameOfOne, text }))
    .output(template),
  remove: mutation('campaigns')
    .route(at.delete('/campaign-templates/{id}', 'Delete it; campaigns keep their texts'))
    .input(byId)
    .output(removed),
};

export const campaignsContract = {
  list: query('campaigns')
    .route(at.get('/campaigns', 'Campaigns, the newest first'))
    .input(
      listQuery.extend({
        search: z.string().max(200).optional().describe('Part of the name.'),
        sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
      }),
    )
    .output(page(campaign)),
  get: query('campaigns')
    .route(at.get('/campaigns/{id}', 'One campaign and its numbers'))
    .input(byId)
    .output(campaignDetail),
  recipients: query('campaigns')
    .route(at.get('/campaigns/{id}/recipients', 'Its recipients, each once'))
    .input(
      listQuery.extend({
        id: entityId,
        state: z.enum(RECIPIENT_STATES).optional(),
        sort: z.enum(['mobile']).default('mobile'),
      }),
    )
    .output(
      page(recipient).extend({
        isPartial: z.boolean().describe('Others, whose chats one does not see, are left out.'),
      }),
    ),
  check: query('campaigns')
    .route(at.post('/campaigns/check', 'What a launch would do'))
    .input(campaignDraft)
    .output(preflight),
  test: mutation('campaigns')
    .route(at.post('/campaigns/test', 'Send a text to a few numbers of one’s own; it counts nowhere'))
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
      at.post('/campaigns', 'Begin a campaign', {
        successStatus: 201,
        description:
          'A call that is repeated with the same launchKey begins nothing again and answers the same campaign.',
      }),
    )
    .input(campaignDraft.extend({ launchKey: entityId }))
    .output(campaign),
  pause: act('pause', 'What has not gone out waits'),
  resume: act('resume', 'It goes on'),
  cancel: act('cancel', 'What has not gone out is cancelled'),
  retryFailed: act('retry-failed', 'Whoever it failed for is tried again'),
};

function act(name: string, summary: string) {
  return mutation('campaigns')
    .route(at.post(`/campaigns/{id}/${name}`, summary))
    .input(byId)
    .output(campaign);
}
