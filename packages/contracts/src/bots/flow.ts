import { z } from 'zod';
import { entityId } from '../entity.ts';
import { MEDIA_TYPES } from '../messages/body.ts';
import { MAX_OPTION_LENGTH, MAX_POLL_OPTIONS } from '../messages/limits.ts';
import { textSchema } from '../text/schema.ts';

/** Limits of a bot. */
export const MAX_NODES = 300;
export const MAX_BOT_TEXT_LENGTH = 4_096;
export const MAX_EXPRESSION_LENGTH = 2_000;
export const MAX_CASES = 20;
export const MIN_TIMEOUT_SECONDS = 10;
export const MAX_TIMEOUT_SECONDS = 30 * 24 * 3600;
export const MAX_HTTP_TIMEOUT_SECONDS = 30;
export const MAX_MODEL_TIMEOUT_SECONDS = 55;
export const MAX_FIELDS = 20;
/** Maximum earlier messages passed to a model. */
export const MAX_MODEL_HISTORY = 30;

export const MAX_SECRET_LENGTH = 4_096;
/** Maximum secrets per step. */
export const MAX_SECRETS = 20;

const nodeId = z.string().min(1).max(64);
const botText = z.string().max(MAX_BOT_TEXT_LENGTH);
const expression = z.string().max(MAX_EXPRESSION_LENGTH);
/** Pattern of variable names in expressions (`vars.name`) and texts (`{name|there}`). Empty: the value is discarded. */
export const VARIABLE_NAME = /^[a-z][a-zA-Z0-9_]{0,39}$/;
const variable = z.string().max(40);
const timeoutSeconds = z.number().int().min(MIN_TIMEOUT_SECONDS).max(MAX_TIMEOUT_SECONDS);
const option = z.string().max(MAX_OPTION_LENGTH);

const node = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({
    id: nodeId,
    kind: z.literal(kind),
    /** Name given by the author; empty: the name of its kind. */
    name: z.string().max(80).default(''),
    /** Position on the canvas, in pixels. */
    x: z.number().default(0),
    y: z.number().default(0),
    ...shape,
  });

const ANSWER_KINDS = ['text', 'number', 'date', 'email', 'phone', 'choice', 'file'] as const;

/** How a step changes a contact's consent. */
export const CONSENT_CHANGES = ['unchanged', 'given', 'withdrawn'] as const;

/** Types of the values that a model extracts from a text. */
export const FIELD_TYPES = ['text', 'number', 'yesno', 'date'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const modelTimeoutSeconds = z.number().int().min(5).max(MAX_MODEL_TIMEOUT_SECONDS).default(30);

/** What starts a conversation: an incoming message (any, keywords, a pattern, a reply to a campaign) or a schedule. */
export const TRIGGERS = ['any', 'keyword', 'pattern', 'campaign', 'schedule'] as const;

/** A step of a flow. A draft may be incomplete; what is missing is reported as faults, which block deployment. */
export const botNode = z.discriminatedUnion('kind', [
  node('trigger', {
    on: z.enum(TRIGGERS).default('any'),
    /** Matched as whole words, ignoring case. */
    keywords: z.array(z.string().max(80)).max(50).default([]),
    /** RE2. */
    pattern: z.string().max(200).default(''),
    /** Campaign whose replies start it; null: any. */
    campaignId: entityId.nullable().default(null),
    /** On a schedule: contacts with this label, on these days (1 is Monday), at this time in the workspace's zone. */
    label: z.string().max(64).default(''),
    days: z.array(z.number().int().min(1).max(7)).max(7).default([1, 2, 3, 4, 5]),
    at: z.string().max(5).default('09:00'),
  }),
  node('send', {
    text: botText.default(''),
    attachment: z
      .object({ fileId: entityId, as: z.enum(MEDIA_TYPES).optional() })
      .nullable()
      .default(null),
    /** Sent as a poll, or as a numbered list where the driver has no polls; empty: none. */
    options: z.array(option).max(MAX_POLL_OPTIONS).default([]),
  }),
  node('ask', {
    text: botText.default(''),
    answer: z.enum(ANSWER_KINDS).default('text'),
    /** Options of a `choice`. */
    options: z.array(option).max(MAX_POLL_OPTIONS).default([]),
    saveAs: variable.default(''),
    /** How often an invalid answer is asked for again. */
    retries: z.number().int().min(0).max(5).default(2),
    retryText: botText.default(''),
    timeoutSeconds: timeoutSeconds.default(24 * 3600),
  }),
  node('condition', {
    test: z.enum(['expression', 'hours']).default('expression'),
    expression: expression.default(''),
    /** Business hours in the workspace's zone; 1 is Monday. */
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
     * Custom fields, and `name`, `first name` and `last name`. The value may contain `{answer}`; an empty value clears
     * the field.
     */
    fields: z
      .array(z.object({ name: z.string().max(64), value: botText }))
      .max(MAX_FIELDS)
      .default([]),
    labelsOn: z.array(z.string().max(64)).max(MAX_FIELDS).default([]),
    labelsOff: z.array(z.string().max(64)).max(MAX_FIELDS).default([]),
    consent: z.enum(CONSENT_CHANGES).default('unchanged'),
    /** Where consent was given. */
    consentSource: z.string().max(128).default(''),
    /** The wording consented to; empty: the contact's last message. */
    consentText: z.string().max(1_000).default(''),
    /** Opts the contact out, which ends the conversation. */
    isOptedOut: z.boolean().default(false),
  }),
  node('board', {
    boardId: entityId.nullable().default(null),
    /** Group for new items; null or a deleted group: the first. */
    groupId: entityId.nullable().default(null),
    /** Values to set, which may contain `{answer}`; a cell whose value is empty is left unchanged. */
    cells: z
      .array(z.object({ columnId: entityId, value: botText }))
      .max(MAX_FIELDS)
      .default([]),
    /** Column among these whose value identifies the item; null: always add a new item. */
    findBy: entityId.nullable().default(null),
    /** Variable for the item's number. */
    saveAs: variable.default(''),
  }),
  node('http', {
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    /** May contain `{name}`, which is URL-encoded. */
    url: z.string().max(2_000).default(''),
    headers: z
      .array(z.object({ name: z.string().max(100), value: z.string().max(1_000) }))
      .max(20)
      .default([]),
    /**
     * Headers, query parameters and references in the body (`secrets.token`) whose values are stored encrypted
     * elsewhere. `secretId` null: not set yet, as in an imported flow.
     */
    secrets: z
      .array(
        z.object({
          header: z
            .string()
            .min(1)
            .max(100)
            .describe('Name of the header or query parameter, or the name after `secrets.` in the body.'),
          place: z.enum(['header', 'query', 'body']).optional().describe('Defaults to a header.'),
          secretId: entityId.nullable(),
        }),
      )
      .max(MAX_SECRETS)
      .optional(),
    /** Expression whose value is sent as JSON; empty: no body. */
    body: expression.default(''),
    saveAs: variable.default(''),
    timeoutSeconds: z.number().int().min(1).max(MAX_HTTP_TIMEOUT_SECONDS).default(10),
  }),
  node('knowledge', {
    knowledgeBaseIds: z.array(entityId).max(20).default([]),
    /** Search text; empty: the contact's last message. */
    question: botText.default(''),
    /** Sends the passage with its source; otherwise it is only saved. */
    isSaid: z.boolean().default(true),
    saveAs: variable.default(''),
  }),
  node('aiReply', {
    /** Instructions for the model; may contain `{name|there}`. */
    instructions: botText.default(''),
    /** How many of the conversation's latest messages the model reads. */
    history: z.number().int().min(1).max(MAX_MODEL_HISTORY).default(10),
    /** Sends the model's reply; otherwise it is only saved. */
    isSaid: z.boolean().default(true),
    saveAs: variable.default(''),
    timeoutSeconds: modelTimeoutSeconds,
  }),
  node('aiExtract', {
    /** Text to extract from; empty: the contact's last message. */
    text: botText.default(''),
    fields: z
      .array(
        z.object({
          variable,
          type: z.enum(FIELD_TYPES),
          /** Description for the model, such as `how many people come`. */
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

/** A bot's behaviour: nodes, and edges from a node's outlets to the next node. */
export const botFlow = z.object({
  /** Version of this format; raised when older flows must be read differently. */
  format: z.literal(1),
  nodes: z.array(botNode).max(MAX_NODES),
  edges: z.array(botEdge).max(MAX_NODES * 4),
});
export type BotFlow = z.infer<typeof botFlow>;

/** A problem in a flow: the node (null: the whole flow), the field and a message. */
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

/** Returns a node's outlets in display order. */
export const outletsOf = (flowNode: BotNode): readonly string[] =>
  flowNode.kind === 'switch' ? [...flowNode.cases.map(({ id }) => id), 'other'] : OUTLETS[flowNode.kind];

/** Kinds at which a session pauses until something happens; every cycle needs one. */
export const WAITING_KINDS: readonly BotNodeKind[] = ['ask', 'wait', 'delay', 'handover'];
