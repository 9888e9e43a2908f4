import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, type PlainOperation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { listed, scheduledResult, toolResults } from './results.ts';

/** The call of spec 002 section 7; a GET of the same path is the screen. */
export const BTGPT_PATH = '/btgpt';
/** A turn ends then, in the browser and on the server (spec 002 section 9). */
export const AGENT_TIMEOUT_MS = 30_000;
export const MAX_REQUEST_LENGTH = 8_000;
/** A confirmation is good for so long. */
export const CONFIRM_WITHIN_MINUTES = 15;
/** Which conversation a request belongs to; left out: the person's newest. */
export const CONVERSATION_HEADER = 'x-conversation-id';

/** Asking reads: whatever a tool would change has an effect of its own, which is judged on its own. */
export const agentOperations = {
  ask: { name: 'agent.ask', guard: 'member', effect: 'read', scope: 'agent' },
} as const satisfies Record<string, PlainOperation>;

export const askRequest = z.object({
  message: z.string().trim().min(1, schemaFault('noMessage')).max(MAX_REQUEST_LENGTH),
  /** Progress travels over the live channel; the answer is always one. */
  stream: z.literal(false).default(false),
});

/**
 * How many a list shows of how many there are, and where the rest is: on one page, or on several, each with how many
 * are there.
 */
export const listTotal = z.object({
  shown: z.number(),
  total: z.number(),
  page: z.string().nullable(),
  pages: z.array(z.object({ name: z.string(), total: z.number(), page: z.string() })).optional(),
});
export type ListTotal = z.infer<typeof listTotal>;

const reply = {
  content: z.string(),
  /** Results with a widget of their own under the tools' names; those of other tools beside them. */
  toolResults: toolResults.catchall(z.unknown()),
  /** Trees of the ten widget types (`agent-widgets.ts`), checked where they are drawn. */
  widgets: z.array(z.unknown()),
  totals: z.record(z.string(), listTotal),
};
export const agentReply = z.object({ ...reply, conversationId: entityId, messageId: entityId });
export type AgentReply = z.infer<typeof agentReply>;

/** `pending`: it is being answered; `stopped` by the person; `timeout` after 30 s; `failed`: the words say why. */
export const TURN_STATES = ['done', 'pending', 'stopped', 'timeout', 'failed'] as const;

export const agentMessage = z.object({
  _id: entityId,
  role: z.enum(['user', 'agent']),
  ...reply,
  state: z.enum(TURN_STATES),
  createdAt: instant,
});
export type AgentMessage = z.infer<typeof agentMessage>;

export const agentConversation = z.object({ _id: entityId, title: z.string(), createdAt: instant, updatedAt: instant });
export type AgentConversation = z.infer<typeof agentConversation>;

/** A confirmation that is over: `data.state` says how it ended. */
export const agentErrors = {
  AGENT_BUSY: { status: 409, message: 'A reply is on its way in this conversation. Wait for it, or stop it.' },
  CONFIRMATION_OVER: {
    status: 409,
    message: 'This can’t be confirmed any more. Ask again.',
    data: z.object({ state: z.enum(['dismissed', 'expired', 'replaced', 'undone']) }),
  },
} as const;

/** `ask`: the person confirms each time; `allow`: it is done at once; `off`: never. */
export const PERMISSIONS = ['ask', 'allow', 'off'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const agentTool = z.object({
  name: z.string(),
  title: z.string(),
  effect: z.enum(['read', 'change']),
  permission: z.enum(PERMISSIONS),
  /** An admin of the workspace has decided it for all. */
  isLocked: z.boolean(),
});

/** The language model of a workspace. */
const modelSettings = z.object({
  /** Null: the instance's, if there is one. */
  baseUrl: z.string().nullable(),
  model: z.string().nullable(),
  /** Of the same server: knowledge is found by its meaning, too. */
  embeddingModel: z.string().nullable(),
  /** It is never shown. */
  hasKey: z.boolean(),
  /** Chat text may go to a model that is not on this machine or its network. */
  sendsChats: z.boolean(),
  /** The last test found that the model calls no tools. */
  isPlannerInCharge: z.boolean(),
  instanceModel: z.string().nullable(),
  /** So many credits may one person spend on the model in a month; null: as many as the workspace has. */
  creditsPerPerson: z.number().nullable(),
});

/** `language`: that a model answers in (BCP 47); null: that of the request. */
const preferences = z.object({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .nullable(),
});

const byId = z.object({ id: entityId });

const at = routesUnder('agent');

export const agentContract = {
  conversations: query('agent')
    .route(at.get('/agent/conversations', 'One’s own conversations, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional() }))
    .output(page(agentConversation)),
  create: mutation('agent')
    .route(at.post('/agent/conversations', 'Begin a conversation', { successStatus: 201 }))
    .output(agentConversation),
  messages: query('agent')
    .route(at.get('/agent/conversations/{id}/messages', 'What was said, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(agentMessage)),
  rename: mutation('agent')
    .route(at.patch('/agent/conversations/{id}', 'Give a conversation another name'))
    .input(byId.extend({ title: lineOfText(120) }))
    .output(agentConversation),
  remove: mutation('agent')
    .route(at.delete('/agent/conversations/{id}', 'Delete a conversation'))
    .input(byId)
    .output(z.object({ _id: entityId })),
  /** Of this workspace; what was done by them stays. */
  removeAll: mutation('agent')
    .route(at.delete('/agent/conversations', 'Delete all of one’s own conversations'))
    .output(z.object({ removed: z.number() })),
  /** It leaves everything as it is, so that support, whose turns only read, can. */
  stop: query('agent')
    .route(at.post('/agent/conversations/{id}/stop', 'Stop the reply that is pending'))
    .input(byId)
    .output(z.object({ isStopped: z.boolean() })),
  confirm: mutation('agent')
    .route(at.post('/agent/confirmations/{id}/confirm', 'Have done what was asked about, once'))
    .input(byId)
    .output(agentMessage),
  dismiss: mutation('agent')
    .route(at.post('/agent/confirmations/{id}/dismiss', 'Leave everything as it is'))
    .input(byId)
    .output(z.object({ _id: entityId })),
  /** `messageId`: of one message alone. */
  undo: mutation('agent')
    .route(at.post('/agent/confirmations/{id}/undo', 'Take back what a confirmation did'))
    .input(byId.extend({ messageId: entityId.optional() }))
    .output(agentMessage),
  scheduled: query('messages')
    .route(at.get('/agent/scheduled-messages', 'How messages that a reply showed stand now'))
    .input(z.object({ ids: z.union([entityId.transform((id) => [id]), z.array(entityId).max(100)]) }))
    .output(listed(scheduledResult)),
  tools: query('agent')
    .route(at.get('/agent/tools', 'What the assistant can do, and what it may do without asking'))
    .output(z.object({ data: z.array(agentTool), mayLock: z.boolean() })),
  /** `isForAll`: for everybody in the workspace, whom it then binds; `permission` null takes that back. */
  permit: mutation('agent')
    .route(at.post('/agent/tools/{name}/permission', 'Say what a tool may do without asking'))
    .input(
      z.object({
        name: z.string().max(64),
        permission: z.enum(PERMISSIONS).nullable(),
        isForAll: z.boolean().default(false),
      }),
    )
    .output(z.object({ name: z.string() })),
  preferences: query('agent')
    .route(at.get('/agent/preferences', 'What one has chosen for the assistant'))
    .output(preferences),
  savePreferences: mutation('agent')
    .route(at.put('/agent/preferences', 'Choose for the assistant'))
    .input(preferences)
    .output(preferences),
  model: query('agent').route(at.get('/agent/model', 'Which language model answers')).output(modelSettings),
  saveModel: mutation('agent', 'workspace-admin')
    .route(at.put('/agent/model', 'Set the language model of the workspace'))
    .input(
      z.object({
        baseUrl: z.url({ protocol: /^https?$/ }).nullable(),
        model: lineOfText(200).nullable(),
        /** Left out: it stays. */
        embeddingModel: lineOfText(200).nullish(),
        /** Left out: it stays, as long as the address does; null: there is none. */
        apiKey: z.string().min(1).max(500).nullish(),
        sendsChats: z.boolean().default(false),
        /** Left out: it stays; null: no such cap. */
        creditsPerPerson: z.int().min(0).max(1_000_000).nullish(),
      }),
    )
    .output(modelSettings),
  testModel: mutation('agent', 'workspace-admin')
    .route(at.post('/agent/model/test', 'Try the language model'))
    .output(z.object({ outcome: z.enum(['ok', 'tools', 'key', 'model', 'limit', 'away', 'none']) })),
  suggestions: query('agent')
    .route(at.get('/agent/suggestions', 'What one may want to ask now, from one’s own data'))
    .output(z.object({ data: z.array(z.object({ text: z.string(), request: z.string() })) })),
};
