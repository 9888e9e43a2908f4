import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import type { Platform } from '../../../platform/platform.ts';
import { botSessionsChanged } from '../bots.events.ts';
import { botSessions } from '../bots.schema.ts';
import { notifyProblem } from './notify-problem.ts';
import { recordBotEvents } from './record.ts';

const WORDS = text('sessionFault');

/** Fails a session that cannot be worked on, so that it is not retried forever. */
export async function failSession(
  { database, events }: Pick<Platform, 'database' | 'events'>,
  sessionId: string,
  error: unknown,
): Promise<void> {
  const happened = await database.db.transaction(async (tx) => {
    const [session] = await tx.select().from(botSessions).where(eq(botSessions.id, sessionId)).for('update');
    if (!session?.wakeAt) return [];
    const now = new Date();
    await tx
      .update(botSessions)
      .set({ status: 'failed', reason: WORDS, wakeAt: null, inbox: [], updatedAt: now, endedAt: now })
      .where(eq(botSessions.id, sessionId));
    const kind = error instanceof Error ? error.name : 'unknown';
    await recordBotEvents(tx, { ...session, isTest: session.testFlow !== null }, [
      { process: 'session_failed', details: { message: WORDS, kind } },
    ]);
    return [
      ...(await notifyProblem(tx, session, { status: 'failed', reason: WORDS })),
      botSessionsChanged(session.workspaceId, session.botId),
    ];
  });
  events.dispatch(happened);
}
