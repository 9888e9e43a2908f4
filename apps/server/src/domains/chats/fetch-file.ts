import type { ChatMedia } from '@switchyard/contracts/chats/operations';
import type { FetchedFile } from '@switchyard/contracts/engine/commands';
import { text } from '@switchyard/contracts/text/text';
import { and, eq, sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { chatFacts } from '../engines/chat-facts.schema.ts';
import { commandEngine, findEngine } from '../engines/index.ts';
import { chatsStale } from './chats.events.ts';
import { fetchRefusal } from './chats.policy.ts';
import { presentMedia } from './chats.present.ts';
import { fileFetches, receivedMessages } from './chats.schema.ts';
import { requireVisible } from './sight.ts';

/** How long a person waits; a file that arrives later is still accepted and shown. */
const WAIT_MS = 60_000;
/** Engines time out earlier. */
const ACCEPTED_FOR = '3 minutes';
const AWAY = text('fileNotBrought');

type Deps = ActionDeps & { broker: Broker };

/**
 * Makes the engine bring the file of an incoming message. It is stored once; later requests are answered without the
 * engine.
 * @returns the file's state; `gone` if WhatsApp no longer has it
 * @throws Refusal `NOT_FOUND`, `FORBIDDEN`, `ENGINE_AWAY`, `ENGINE_REFUSED`
 */
export const fetchFile: Action<{ id: string; messageId: string }, ChatMedia, Deps, Actor | SystemActor> = async (
  deps,
  actor,
  asks,
) => {
  const { db } = deps;
  const engine = await findEngine(db, { engineId: asks.id, workspaceId: actor.workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  authorize(fetchRefusal(actor));
  const before = await readMedia(db, asks);
  if (!before?.shown) throw new Refusal('NOT_FOUND');
  await requireVisible(db, actor, asks.id, before.chat);
  if (before.shown.state === 'fetched' || before.shown.state === 'gone') return { result: before.shown, events: [] };
  if (before.source === null) {
    throw new Refusal('ENGINE_REFUSED', undefined, text('fileUntold'));
  }
  const { chat, waMessageId, source } = before;
  const { mimeType, fileName } = before.shown;
  const commandId = await expectFile(db, { engineId: asks.id, receivedId: asks.messageId, chat });
  const request = { name: 'fetch-file' as const, chat, waMessageId, source, mimeType, fileName };
  const options = { commandId, timeoutMs: WAIT_MS, may: fetchRefusal, away: AWAY };
  const { fileId } = (await commandEngine(deps, actor, asks.id, request, options)).data as Partial<FetchedFile>;
  if (fileId === null) {
    await db.update(receivedMessages).set({ mediaGoneAt: sql`now()` }).where(eq(receivedMessages.id, asks.messageId));
  }
  const after = (await readMedia(db, asks))?.shown;
  if (!after) throw new Refusal('NOT_FOUND');
  if (after.state === 'fetchable') throw new Refusal('ENGINE_REFUSED');
  return { result: after, events: [chatsStale(actor.workspaceId, asks.id)] };
};

/**
 * Makes the engine bring the current picture of a person or group.
 * @returns a null `fileId` if there is none or it is hidden
 * @throws Refusal like {@link fetchFile}
 */
export const fetchPicture: Action<{ id: string; chat: string }, { fileId: string | null }, Deps> = async (
  deps,
  actor,
  { id, ...asks },
) => {
  const { db } = deps;
  const chat = asks.chat.replaceAll('\0', '');
  if (!(await findEngine(db, { engineId: id, workspaceId: actor.workspaceId }))) throw new Refusal('NOT_FOUND');
  authorize(fetchRefusal(actor));
  await requireVisible(db, actor, id, chat);
  const commandId = await expectFile(db, { engineId: id, receivedId: null, chat });
  const { data } = await commandEngine(deps, actor, id, { name: 'picture', chat }, { commandId, may: fetchRefusal });
  const ofChat = and(eq(chatFacts.engineId, id), eq(chatFacts.chat, chat));
  if ((data as Partial<FetchedFile>).fileId === null) {
    await db.update(chatFacts).set({ pictureFileId: null }).where(ofChat);
  }
  const [facts] = await db.select({ fileId: chatFacts.pictureFileId }).from(chatFacts).where(ofChat);
  return { result: { fileId: facts?.fileId ?? null }, events: [chatsStale(actor.workspaceId, id)] };
};

/** Allows the engine to bring this file. @returns the id of the command to send */
async function expectFile(
  db: Db,
  fetch: { engineId: string; receivedId: string | null; chat: string },
): Promise<string> {
  const id = newId();
  await db.insert(fileFetches).values({ id, ...fetch, until: sql`now() + ${ACCEPTED_FOR}::interval` });
  return id;
}

async function readMedia(db: Db, { id: engineId, messageId }: { id: string; messageId: string }) {
  const [row] = await db
    .select({
      chat: receivedMessages.chat,
      waMessageId: receivedMessages.waMessageId,
      source: receivedMessages.mediaSource,
      media: receivedMessages.media,
      file_id: receivedMessages.fileId,
      goneAt: receivedMessages.mediaGoneAt,
    })
    .from(receivedMessages)
    .where(and(eq(receivedMessages.id, messageId), eq(receivedMessages.engineId, engineId)));
  if (!row) return null;
  return { ...row, shown: presentMedia({ ...row, is_fetchable: row.source !== null, is_gone: row.goneAt !== null }) };
}
