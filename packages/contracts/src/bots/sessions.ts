import { z } from 'zod';
import { entityId, instant, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { textSchema } from '../text/schema.ts';
import { BOT_SESSION_STATUSES } from './bot-events.ts';

/** A bot session as listed (spec 000 section 3). */
export const botSession = z.object({
  _id: entityId,
  botId: entityId,
  status: z.enum(BOT_SESSION_STATUSES),
  createdAt: instant,
  updatedAt: instant,
});
export type BotSession = z.infer<typeof botSession>;

export const botSessionSummary = botSession.extend({
  /** E.164 or a group id; null if the caller may not see it. */
  chat: z.string().nullable(),
  contactName: z.string().nullable(),
  /** Why it is paused or failed. */
  reason: textSchema.nullable(),
  versionNumber: z.number().int(),
});
export type BotSessionSummary = z.infer<typeof botSessionSummary>;

/** A message in a bot session. */
export const botLine = z.object({
  _id: entityId,
  by: z.enum(['bot', 'them']),
  nodeId: z.string().nullable(),
  text: z.string(),
  options: z.array(z.string()),
  fileName: z.string().nullable(),
  /** State of a bot's message that was sent through a lane. */
  messageStatus: z.string().nullable(),
  at: instant,
});
export type BotLine = z.infer<typeof botLine>;

/** An event of a bot session: a node event (`eventType`) or a process event (`processType`). */
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
  /** Facts only, never chat text. */
  details: z.record(z.string(), z.unknown()),
  /** Variables set by the event; null if none were set or the caller may not see them. */
  values: z.record(z.string(), z.unknown()).nullable(),
});
export type NodeEvent = z.infer<typeof nodeEvent>;

export const botSessionDetail = botSessionSummary.extend({
  botName: z.string(),
  /**
   * The user whose view a platform admin takes in support mode to see the bot; null if it belongs to the caller's own
   * workspace, or if the workspace has no members left.
   */
  botOwner: entityId.nullable(),
  workspaceId: entityId,
  engineId: entityId.nullable(),
  nodeId: z.string().nullable(),
  nodeName: z.string().nullable(),
  /** When it continues automatically; null if it waits for someone or has ended. */
  wakesAt: instant.nullable(),
  isTest: z.boolean(),
  variables: z.record(z.string(), z.unknown()).nullable(),
  /** Null if the caller may not read chats; a platform admin reads them in support mode. */
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

/** Maximum lines shown of a conversation; the latest are kept. */
export const MAX_SHOWN_LINES = 500;

const sessionId = z.object({ id: entityId });
const typeName = z.string().min(1).max(64);

const at = routesUnder('bots');

export const botSessionOperations = {
  sessions: query('bots')
    .route(at.get('/bot-sessions', 'Bot sessions, newest first; those of all workspaces for a platform admin'))
    .input(
      listQuery
        .extend({
          /** Only sessions with such an event. */
          eventType: typeName.optional(),
          processType: typeName.optional(),
          botId: entityId.optional(),
          status: z.enum(BOT_SESSION_STATUSES).optional(),
        })
        .omit({ sort: true }),
    )
    .output(page(botSessionSummary)),
  session: query('bots').route(at.get('/bot-sessions/{id}', 'A bot session')).input(sessionId).output(botSessionDetail),
  sessionEvents: query('bots')
    .route(at.get('/bot-sessions/{id}/events', 'Events of a bot session, in order'))
    .input(listQuery.extend({ id: entityId }).omit({ sort: true }))
    .output(page(nodeEvent)),
  pauseSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/pause', 'Pause a bot session'))
    .input(sessionId)
    .output(botSession),
  resumeSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/resume', 'Resume a bot session'))
    .input(sessionId)
    .output(botSession),
  endSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/end', 'End a bot session'))
    .input(sessionId)
    .output(botSession),
  restartSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/restart', 'Restart a bot session'))
    .input(sessionId)
    .output(botSession),
  moveSession: mutation('bots')
    .route(at.post('/bot-sessions/{id}/move', 'Move a bot session to another version of its bot'))
    .input(sessionId.extend({ versionId: entityId }))
    .output(botSession),
  startTest: mutation('bots')
    .route(at.post('/bots/{id}/test', 'Test the draft of a bot without sending anything', { successStatus: 201 }))
    .input(sessionId.extend({ text: z.string().max(4_096) }))
    .output(botSession),
  sayInTest: mutation('bots')
    .route(at.post('/bot-sessions/{id}/say', 'Send a message in a test'))
    .input(sessionId.extend({ text: z.string().min(1).max(4_096) }))
    .output(botSession),
};
