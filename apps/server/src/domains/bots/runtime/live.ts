import { and, inArray, isNull } from 'drizzle-orm';
import { botSessions } from '../bots.schema.ts';

/** Conversations that are under way; a chat has one at a time (`bot_sessions_live`). Tests are none. */
export const isLive = and(inArray(botSessions.status, ['active', 'waiting', 'paused']), isNull(botSessions.testFlow));
