import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, type PlainOperation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { listed, scheduledResult, toolResults } from './results.ts';

/** The call of spec 002 section 7; a GET of the same path is the screen. */
export const BTGPT_PATH = '/btgpt';
/** Timeout of a turn, in the browser and on the server (spec 002 section 9). */
export const AGENT_TIMEOUT_MS = 30_000;
export const MAX_REQUEST_LENGTH = 8_000;
/** How long a confirmation can be accepted. */
export const CONFIRM_WITHIN_MINUTES = 15;
/** Header with the request's conversation; defaults to the person's newest. */
export const CONVERSATION_HEADER = 'x-conversation-id';

/** Asking is a read: the changes a tool makes have their own effect, which is checked separately. */
export const agentOperations = {
  ask: { name: 'agent.ask', guard: 'member', effect: 'read', scope: 'agent' },
} as const satisfies Record<string, PlainOperation>;

export const askRequest = z.object({
  message: z.string().trim().min(1, schemaFault('noMessage')).max(MAX_REQUEST_LENGTH),
  /** Always false: progress travels over the live channel, and the response is a single document. */
  stream: z.literal(false).default(false),
});

/**
 * How many items of a list are shown, how many exist, and where to see the rest: on one page, or on several, each with
 * its own count.
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
  /** Results that have a widget, by tool name; results of other tools are added beside them. */
  toolResults: toolResults.catchall(z.unknown()),
  /** Trees of the ten widget types (`widgets.ts`), validated when rendered. */
  widgets: z.array(z.unknown()),
  totals: z.record(z.string(), listTotal),
};
export const agentReply = z.object({ ...reply, conversationId: entityId, messageId: entityId });
export type AgentReply = z.infer<typeof agentReply>;

/** `pending`: being answered; `stopped` by the person; `timeout` after 30 s; `failed`: the text says why. */
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

/** The confirmation is no longer pending; `data.state` says how it ended. */
export const agentErrors = {
  AGENT_BUSY: { status: 409, message: 'A reply is on its way in this conversation. Wait for it, or stop it.' },
  CONFIRMATION_OVER: {
    status: 409,
    message: 'This can’t be confirmed any more. Ask again.',
    data: z.object({ state: z.enum(['dismissed', 'expired', 'replaced', 'undone']) }),
  },
} as const;

/** `ask`: the person confirms each call; `allow`: runs without confirmation; `off`: never runs. */
export const PERMISSIONS = ['ask', 'allow', 'off'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const agentTool = z.object({
  name: z.string(),
  title: z.string(),
  effect: z.enum(['read', 'change']),
  permission: z.enum(PERMISSIONS),
  /** A workspace admin has set the permission for everyone. */
  isLocked: z.boolean(),
});

/** The language model of a workspace. */
const modelSettings = z.object({
  /** Null: the instance's default, if any. */
  baseUrl: z.string().nullable(),
  model: z.string().nullable(),
  /** Embedding model on the same server, used for semantic search of the knowledge bases. */
  embeddingModel: z.string().nullable(),
  /** The key itself is never returned. */
  hasKey: z.boolean(),
  /** Chat text may be sent to a model outside this machine and its network. */
  sendsChats: z.boolean(),
  /** The last test found that the model does not support tool calls, so the planner answers. */
  isPlannerInCharge: z.boolean(),
  instanceModel: z.string().nullable(),
  /** Maximum credits per person and month for the model; null: only the workspace's own limit applies. */
  creditsPerPerson: z.number().nullable(),
});

/** `language`: language of the model's answers (BCP 47); null: the language of the request. */
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
    .route(at.get('/agent/conversations', 'My conversations, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional() }))
    .output(page(agentConversation)),
  create: mutation('agent')
    .route(at.post('/agent/conversations', 'Start a conversation', { successStatus: 201 }))
    .output(agentConversation),
  messages: query('agent')
    .route(at.get('/agent/conversations/{id}/messages', 'Messages of a conversation, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(agentMessage)),
  rename: mutation('agent')
    .route(at.patch('/agent/conversations/{id}', 'Rename a conversation'))
    .input(byId.extend({ title: lineOfText(120) }))
    .output(agentConversation),
  remove: mutation('agent')
    .route(at.delete('/agent/conversations/{id}', 'Delete a conversation'))
    .input(byId)
    .output(z.object({ _id: entityId })),
  /** Deletes those of the current workspace; the effects of their actions remain. */
  removeAll: mutation('agent')
    .route(at.delete('/agent/conversations', 'Delete all my conversations'))
    .output(z.object({ removed: z.number() })),
  /** A query because it changes no data, so that support, whose turns are read-only, may call it. */
  stop: query('agent')
    .route(at.post('/agent/conversations/{id}/stop', 'Stop the pending reply'))
    .input(byId)
    .output(z.object({ isStopped: z.boolean() })),
  confirm: mutation('agent')
    .route(at.post('/agent/confirmations/{id}/confirm', 'Confirm and run the proposed action, once'))
    .input(byId)
    .output(agentMessage),
  dismiss: mutation('agent')
    .route(at.post('/agent/confirmations/{id}/dismiss', 'Dismiss a confirmation without running it'))
    .input(byId)
    .output(z.object({ _id: entityId })),
  /** `messageId`: undo for this message only. */
  undo: mutation('agent')
    .route(at.post('/agent/confirmations/{id}/undo', 'Undo a confirmed action'))
    .input(byId.extend({ messageId: entityId.optional() }))
    .output(agentMessage),
  scheduled: query('messages')
    .route(at.get('/agent/scheduled-messages', 'Current state of messages shown in a reply'))
    .input(z.object({ ids: z.union([entityId.transform((id) => [id]), z.array(entityId).max(100)]) }))
    .output(listed(scheduledResult)),
  tools: query('agent')
    .route(at.get('/agent/tools', 'Tools of the assistant and their permissions'))
    .output(z.object({ data: z.array(agentTool), mayLock: z.boolean() })),
  /** `isForAll` sets and locks it for everyone in the workspace; `permission` null removes the setting. */
  permit: mutation('agent')
    .route(at.post('/agent/tools/{name}/permission', 'Set a tool’s permission'))
    .input(
      z.object({
        name: z.string().max(64),
        permission: z.enum(PERMISSIONS).nullable(),
        isForAll: z.boolean().default(false),
      }),
    )
    .output(z.object({ name: z.string() })),
  preferences: query('agent').route(at.get('/agent/preferences', 'My assistant preferences')).output(preferences),
  savePreferences: mutation('agent')
    .route(at.put('/agent/preferences', 'Save my assistant preferences'))
    .input(preferences)
    .output(preferences),
  model: query('agent').route(at.get('/agent/model', 'Language model settings of the workspace')).output(modelSettings),
  saveModel: mutation('agent', 'workspace-admin')
    .route(at.put('/agent/model', 'Set the language model of the workspace'))
    .input(
      z.object({
        baseUrl: z.url({ protocol: /^https?$/ }).nullable(),
        model: lineOfText(200).nullable(),
        /** Omit to keep the current one. */
        embeddingModel: lineOfText(200).nullish(),
        /** Omit to keep the current key while the address is unchanged; null removes it. */
        apiKey: z.string().min(1).max(500).nullish(),
        sendsChats: z.boolean().default(false),
        /** Omit to keep the current cap; null removes it. */
        creditsPerPerson: z.int().min(0).max(1_000_000).nullish(),
      }),
    )
    .output(modelSettings),
  testModel: mutation('agent', 'workspace-admin')
    .route(at.post('/agent/model/test', 'Test the language model'))
    .output(z.object({ outcome: z.enum(['ok', 'tools', 'key', 'model', 'limit', 'away', 'none']) })),
  suggestions: query('agent')
    .route(at.get('/agent/suggestions', 'Suggested requests, based on my data'))
    .output(z.object({ data: z.array(z.object({ text: z.string(), request: z.string() })) })),
};
