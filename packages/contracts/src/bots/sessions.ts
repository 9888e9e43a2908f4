import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';
import { BOT_SESSION_STATUSES } from './bot-events.ts';

/** One conversation run by a bot, as lists have it (spec 000 section 3). */
export const botSession = z.object({
  _id: entityId,
  botId: entityId,
  status: z.enum(BOT_SESSION_STATUSES),
  createdAt: instant,
  updatedAt: instant,
});
export type BotSession = z.infer<typeof botSession>;

export const botSessionSummary = botSession.extend({
  /** E.164, or a group's id; null: not for the caller to see. */
  chat: z.string().nullable(),
  contactName: z.string().nullable(),
  /** Why it stands still or went wrong, in words. */
  reason: textSchema.nullable(),
  versionNumber: z.number().int(),
});
export type BotSessionSummary = z.infer<typeof botSessionSummary>;

/** What somebody said in it. */
export const botLine = z.object({
  _id: entityId,
  by: z.enum(['bot', 'them']),
  nodeId: z.string().nullable(),
  text: z.string(),
  options: z.array(z.string()),
  fileName: z.string().nullable(),
  /** Of a bot's message that went through a lane. */
  messageStatus: z.string().nullable(),
  at: instant,
});
export type BotLine = z.infer<typeof botLine>;

/** One thing that happened in it: a node's (`eventType`) or the session's (`processType`). */
export const nodeEvent = z.object({
  _id: entityId,
  botId: entityId,
  sessionId: entityId,
  at: instant,
  nodeId: z.string().nullable(),
  nodeType: z.string().nullable(),
  nodeName: z.string().nullable(),
  eventType: z.string().nullable(),
  processType: z.string().nullable(),
  isError: z.boolean(),
  /** Facts, never words of the chat. */
  details: z.record(z.string(), z.unknown()),
  /** Variables that it gave a value; null: none, or not for the caller to see. */
  values: z.record(z.string(), z.unknown()).nullable(),
});
export type NodeEvent = z.infer<typeof nodeEvent>;

export const botSessionDetail = botSessionSummary.extend({
  botName: z.string(),
  /**
   * Through whose eyes an admin of the platform looks at the bot; null: it is of the caller's own workspace, or nobody
   * is left there.
   */
  botOwner: entityId.nullable(),
  workspaceId: entityId,
  engineId: entityId.nullable(),
  nodeId: z.string().nullable(),
  nodeName: z.string().nullable(),
  /** When it goes on by itself; null: it waits for somebody, or is over. */
  wakesAt: instant.nullable(),
  isTest: z.boolean(),
  variables: z.record(z.string(), z.unknown()).nullable(),
  /** Null: what people wrote is not for the caller to see; an admin of the platform reads it in support mode. */
  lines: z.array(botLine).nullable(),
  abilities: z.object({
    pause: z.boolean(),
    resume: z.boolean(),
    end: z.boolean(),
    restart: z.boolean(),
    move: z.boolean(),
  }),
});
export type BotSessionDetail = z.infer<typeof botSessionDetail>;

/** Most lines of a conversation that are shown, the latest. */
export const MAX_SHOWN_LINES = 500;

const sessionId = z.object({ id: entityId });
const typeName = z.string().min(1).max(64);

const at = routesUnder('bots');

export const botSessionOperations = {
  sessions: query('bots')
    .route(at.get('/bot-sessions', 'Conversations run by bots, newest first; of every workspace for an admin'))
    .input(
      listQuery
        .extend({
          /** Those in which such an event happened. */
          eventType: typeName.optional(),
          processType: typeName.optional(),
          botId: entityId.optional(),
          status: z.enum(BOT_SESSION_STATUSES).optional(),
        })
        .omit({ sort: true }),
    )
    .output(page(botSessionSummary)),
  session: query('bots')
    .route(at.get('/bot-sessions/{id}', 'One conversation run by a bot'))
    .input(sessionId)
    .output(botSessionDetail),
  sessionEvents: query('bots')
    .route(at.get('/bot-sessions/{id}/events', 'Its steps, in their order'))
    .input(listQuery.extend({ id: entityId }).omit({ sort: true }))
    .output(page(nodeEvent)),
  pauseSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/pause', 'Have the bot keep silent in a chat'))
    .input(sessionId)
    .output(botSession),
  resumeSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/resume', 'Have the bot go on'))
    .input(sessionId)
    .output(botSession),
  endSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/end', 'End a conversation of a bot'))
    .input(sessionId)
    .output(botSession),
  restartSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/restart', 'Begin a conversation anew'))
    .input(sessionId)
    .output(botSession),
  moveSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/move', 'Have a conversation go on by another version of its bot'))
    .input(sessionId.extend({ versionId: entityId }))
    .output(botSession),
  startTest: mutation('bots')
    .route(at.post('/bots/{id}/test', 'Try the draft of a bot: nothing is sent', { successStatus: 201 }))
    .input(sessionId.extend({ text: z.string().max(4_096) }))
    .output(botSession),
  sayInTest: mutation('bots')
    .route(at.post('/bot-sessions/{id}/say', 'Say something in a test'))
    .input(sessionId.extend({ text: z.string().min(1).max(4_096) }))
    .output(botSession),
};
