import { FILES_PATH } from '@switchyard/contracts/files/operations';
import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import { systemClock } from '../../../platform/action.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { fetchFile } from '../../chats/index.ts';
import { botSessions } from '../bots.schema.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallAnswer, FileCall, FileValue } from './session-state.ts';

/**
 * Has the engine download the file that a contact answered with, and stores it. A failure is returned as a readable
 * fault.
 */
export async function fetchAnsweredFile(
  { database, config, broker, events }: CallDeps,
  call: { workspaceId: string; sessionId: string; request: FileCall },
): Promise<CallAnswer> {
  const { workspaceId, sessionId, request } = call;
  const { db } = database;
  const [session] = await db.select().from(botSessions).where(eq(botSessions.id, sessionId));
  if (!session?.engineId) return { ok: false, fault: text('sessionEngineGone') };
  const bot = { userId: null, fullName: `bot:${session.botId}`, workspaceId, onBehalfOf: null } as const;
  try {
    const source = { id: session.engineId, messageId: request.receivedId };
    const { result, events: told } = await fetchFile({ db, broker, clock: systemClock }, bot, source);
    events.dispatch(told);
    const { fileId, mimeType, bytes } = result;
    if (fileId === null) return { ok: false, fault: 'WhatsApp does not have the file any more.' };
    const url = `${config.publicUrl}${FILES_PATH}/${fileId}`;
    const value: FileValue = { fileName: request.fileName, fileId, url, mimeType, bytes };
    return { ok: true, status: null, value };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, fault: error.text };
    throw error;
  }
}
