import { and, inArray, isNull } from 'drizzle-orm';
import { botSessions } from '../bots.schema.ts';

/** Live conversations; a chat has at most one (`bot_sessions_live`). Excludes tests. */
export const isLive = and(inArray(botSessions.status, ['active', 'waiting', 'paused']), isNull(botSessions.testFlow));
