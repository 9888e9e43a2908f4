import { z } from 'zod';
import { entityId } from '../entity.ts';
import { MEDIA_TYPES } from '../messages/body.ts';
import { MAX_OPTION_LENGTH, MAX_POLL_OPTIONS } from '../messages/limits.ts';
import { textSchema } from '../text/schema.ts';

/** How much a bot may be and do. */
export const MAX_NODES = 300;
export const MAX_BOT_TEXT_LENGTH = 4_096;
export const MAX_EXPRESSION_LENGTH = 2_000;
export const MAX_CASES = 20;
export const MIN_TIMEOUT_SECONDS = 10;
export const MAX_TIMEOUT_SECONDS = 30 * 24 * 3600;
export const MAX_HTTP_TIMEOUT_SECONDS = 30;
export const MAX_MODEL_TIMEOUT_SECONDS = 55;
export const MAX_FIELDS = 20;
/** Of what was said before, a model reads so many messages at most. */
export const MAX_MODEL_HISTORY = 30;

export const MAX_SECRET_LENGTH = 4_096;
/** Of one step. */
export const MAX_SECRETS = 20;

const nodeId = z.string().min(1).max(64);
const words = z.string().max(MAX_BOT_TEXT_LENGTH);
const expression = z.string().max(MAX_EXPRESSION_LENGTH);
/** As expressions (`vars.name`) and texts (`{name|there}`) name it; empty: nothing is kept. */
export const VARIABLE_NAME = /^[a-z][a-zA-Z0-9_]{0,39}$/;
const variable = z.string().max(40);
const timeoutSeconds = z.number().int().min(MIN_TIMEOUT_SECONDS).max(MAX_TIMEOUT_SECONDS);
const option = z.string().max(MAX_OPTION_LENGTH);

const node = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({
    id: nodeId,
    kind: z.literal(kind),
    /** What its builder calls it; empty: by its kind. */
    name: z.string().max(80).default(''),
    /** Where it stands on the canvas, in pixels. */
    x: z.number().default(0),
    y: z.number().default(0),
    ...shape,
  });

const ANSWER_KINDS = ['text', 'number', 'date', 'email', 'phone', 'choice', 'file'] as const;

/** What becomes of a contact's consent. */
export const CONSENT_CHANGES = ['unchanged', 'given', 'withdrawn'] as const;

/** What a model reads out of a text. */
export const FIELD_TYPES = ['text', 'number', 'yesno', 'date'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const modelTimeoutSeconds = z.number().int().min(5).max(MAX_MODEL_TIMEOUT_SECONDS).default(30);

/**
 * What begins a conversation: what somebody writes (any message, words, a pattern, a reply to a campaign), or a time.
 */
export const TRIGGERS = ['any', 'keyword', 'pattern', 'campaign', 'schedule'] as const;

/** A step of a flow. A draft may be incomplete: what is missing is told as faults, and keeps it from being deployed. */
export const botNode = z.discriminatedUnion('kind', [
  node('trigger', {
    on: z.enum(TRIGGERS).default('any'),
    /** Whole words, upper and lower case alike. */
    keywords: z.array(z.string().max(80)).max(50).default([]),
    /** RE2. */
    pattern: z.string().max(200).default(''),
    /** To which campaign somebody replies; null: to any. */
    campaignId: entityId.nullable().default(null),
    /** On a schedule: with whom it begins, on these days (1 is Monday), when, in the workspace's zone. */
    label: z.string().max(64).default(''),
    days: z.array(z.number().int().min(1).max(7)).max(7).default([1, 2, 3, 4, 5]),
    at: z.string().max(5).default('09:00'),
  }),
  node('send', {
    text: words.default(''),
    attachment: z
      .object({ fileId: entityId, as: z.enum(MEDIA_TYPES).optional() })
      .nullable()
      .default(null),
    /** A poll, or a numbered list where the driver has no polls; empty: none. */
    options: z.array(option).max(MAX_POLL_OPTIONS).default([]),
  }),
  node('ask', {
    text: words.default(''),
    answer: z.enum(ANSWER_KINDS).default('text'),
    /** What may be chosen (`choice`). */
    options: z.array(option).max(MAX_POLL_OPTIONS).default([]),
    saveAs: variable.default(''),
    /** So often it asks again when the answer is none. */
    retries: z.number().int().min(0).max(5).default(2),
    retryText: words.default(''),
    timeoutSeconds: timeoutSeconds.default(24 * 3600),
  }),
  node('condition', {
    test: z.enum(['expression', 'hours']).default('expression'),
    expression: expression.default(''),
    /** Business hours in the workspace's zone: 1 is Monday. */
    days: z.array(z.number().int().min(1).max(7)).max(7).default([1, 2, 3, 4, 5]),
    from: z.string().max(5).default('09:00'),
    until: z.string().max(5).default('17:00'),
  }),
  node('switch', {
    expression: expression.default(''),
    cases: z
      .array(z.object({ id: nodeId, value: z.string().max(200) }))
      .max(MAX_CASES)
      .default([]),
  }),
  node('set', { variable: variable.default(''), expression: expression.default('') }),
  node('wait', { saveAs: variable.default(''), timeoutSeconds: timeoutSeconds.default(24 * 3600) }),
  node('delay', { seconds: z.number().int().min(1).max(MAX_TIMEOUT_SECONDS).default(60) }),
  node('label', { label: z.string().max(64).default('') }),
  node('contact', {
    /**
     * Custom fields, and `name`, `first name` and `last name`; the value with `{answer}`, and empty: the field is
     * emptied.
     */
    fields: z
      .array(z.object({ name: z.string().max(64), value: words }))
      .max(MAX_FIELDS)
      .default([]),
    labelsOn: z.array(z.string().max(64)).max(MAX_FIELDS).default([]),
    labelsOff: z.array(z.string().max(64)).max(MAX_FIELDS).default([]),
    consent: z.enum(CONSENT_CHANGES).default('unchanged'),
    /** Where they agreed. */
    consentSource: z.string().max(128).default(''),
    /** To which words they agreed; empty: what the contact wrote last. */
    consentText: z.string().max(1_000).default(''),
    /** They want no messages: it ends the conversation. */
    isOptedOut: z.boolean().default(false),
  }),
  node('board', {
    boardId: entityId.nullable().default(null),
    /** Where a new item is added; null, or one that is gone: the first. */
    groupId: entityId.nullable().default(null),
    /** What is set, with `{answer}`; empty then: the cell is left as it is. */
    cells: z
      .array(z.object({ columnId: entityId, value: words }))
      .max(MAX_FIELDS)
      .default([]),
    /** The one of these columns by whose value the item is found; null: each time a new one is added. */
    findBy: entityId.nullable().default(null),
    /** The number of the item. */
    saveAs: variable.default(''),
  }),
  node('http', {
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    /** With `{name}`, which is written into it as an address wants it. */
    url: z.string().max(2_000).default(''),
    headers: z
      .array(z.object({ name: z.string().max(100), value: z.string().max(1_000) }))
      .max(20)
      .default([]),
    /**
     * Headers, parts of the address's query, and what the body names (`secrets.token`), whose values are kept encrypted
     * elsewhere; `secretId` null: it is not given yet, as in a flow that was exported.
     */
    secrets: z
      .array(
        z.object({
          header: z
            .string()
            .min(1)
            .max(100)
            .describe('Its name, there, in the query, or behind `secrets.` in the body.'),
          place: z.enum(['header', 'query', 'body']).optional().describe('Left out: a header.'),
          secretId: entityId.nullable(),
        }),
      )
      .max(MAX_SECRETS)
      .optional(),
    /** An expression whose value is sent as JSON; empty: nothing is. */
    body: expression.default(''),
    saveAs: variable.default(''),
    timeoutSeconds: z.number().int().min(1).max(MAX_HTTP_TIMEOUT_SECONDS).default(10),
  }),
  node('knowledge', {
    knowledgeBaseIds: z.array(entityId).max(20).default([]),
    /** What is looked for; empty: what the contact wrote last. */
    question: words.default(''),
    /** Says the passage with its source; otherwise it is only kept. */
    isSaid: z.boolean().default(true),
    saveAs: variable.default(''),
  }),
  node('aiReply', {
    /** What the model is to do, with `{name|there}`. */
    instructions: words.default(''),
    /** So many of the latest messages of the conversation it reads. */
    history: z.number().int().min(1).max(MAX_MODEL_HISTORY).default(10),
    /** Says what the model wrote; otherwise it is only kept. */
    isSaid: z.boolean().default(true),
    saveAs: variable.default(''),
    timeoutSeconds: modelTimeoutSeconds,
  }),
  node('aiExtract', {
    /** What is read; empty: what the contact wrote last. */
    text: words.default(''),
    fields: z
      .array(
        z.object({
          variable,
          type: z.enum(FIELD_TYPES),
          /** In words for the model, such as `how many people come`. */
          description: z.string().max(200),
        }),
      )
      .max(MAX_FIELDS)
      .default([]),
    timeoutSeconds: modelTimeoutSeconds,
  }),
  node('flow', { botId: entityId.nullable().default(null) }),
  node('handover', { note: z.string().max(500).default('') }),
  node('end', {}),
]);
export type BotNode = z.infer<typeof botNode>;
export type BotNodeKind = BotNode['kind'];
export type NodeOf<Kind extends BotNodeKind> = Extract<BotNode, { kind: Kind }>;

export const botEdge = z.object({ from: nodeId, outlet: z.string().min(1).max(64), to: nodeId });
export type BotEdge = z.infer<typeof botEdge>;

/** What a bot does: nodes, and which follows on which way out of another. */
export const botFlow = z.object({
  /** Of this shape; raised when it changes so that older ones must be read differently. */
  format: z.literal(1),
  nodes: z.array(botNode).max(MAX_NODES),
  edges: z.array(botEdge).max(MAX_NODES * 4),
});
export type BotFlow = z.infer<typeof botFlow>;

/** What is wrong with a flow: at which node (null: with the whole) and field. */
export const flowFault = z.object({ nodeId: z.string().nullable(), field: z.string(), message: textSchema });
export type FlowFault = z.infer<typeof flowFault>;

const OUTLETS: Record<Exclude<BotNodeKind, 'switch'>, readonly string[]> = {
  trigger: ['next'],
  send: ['next'],
  ask: ['answered', 'invalid', 'timeout'],
  condition: ['yes', 'no'],
  set: ['next'],
  wait: ['replied', 'timeout'],
  delay: ['next'],
  label: ['next'],
  contact: ['next'],
  board: ['next', 'failed'],
  http: ['ok', 'failed'],
  knowledge: ['answered', 'unknown'],
  aiReply: ['answered', 'failed'],
  aiExtract: ['answered', 'incomplete', 'failed'],
  flow: [],
  handover: ['next'],
  end: [],
};

/** The ways out of a node, in their order. */
export const outletsOf = (one: BotNode): readonly string[] =>
  one.kind === 'switch' ? [...one.cases.map(({ id }) => id), 'other'] : OUTLETS[one.kind];

/** Kinds at which a conversation stands still until something happens: a cycle needs one. */
export const WAITING_KINDS: readonly BotNodeKind[] = ['ask', 'wait', 'delay', 'handover'];
