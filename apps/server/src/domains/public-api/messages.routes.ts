import type { PublicMessageType } from '@switchyard/contracts/public-api/messages';
import { readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { actOnChat, findChatMessages, listPinned, loadOlder, searchMessages, visibleChats } from '../chats/index.ts';
import { listEngines } from '../engines/index.ts';
import { sightOf } from '../messages/index.ts';
import { countryOf, parseMessageKey, readChatAddress } from './addresses.ts';
import { ALL_ENGINES, type Context, DONE, engineOf, pageAnswer, singleAnswer } from './answers.ts';
import { ackOf, presentWaMessage } from './public-api.present.ts';
import { publicOperations as v1 } from './public-operations.ts';
import { send } from './scheduled-messages.routes.ts';

/** Numbers of a workspace's engines, by engine id. */
async function accountsOf(db: Db, workspaceId: string): Promise<Map<string | null, string | null>> {
  const { rows } = await listEngines(db, workspaceId, { limit: ALL_ENGINES, skip: 0 });
  return new Map(rows.map(({ id, phoneNumber }) => [id, phoneNumber]));
}

/** Engines do not distinguish the incumbent's `gif`, `ptv`, `location` and `vcard` for us. */
const KINDS: Partial<
  Record<PublicMessageType, 'text' | 'poll' | 'image' | 'video' | 'document' | 'audio' | 'voice' | 'sticker'>
> = {
  chat: 'text',
  image: 'image',
  video: 'video',
  document: 'document',
  audio: 'audio',
  ptt: 'voice',
  sticker: 'sticker',
  poll_creation: 'poll',
};

async function findByKeys({ db, platform, actor }: Context, keys: string[], chatId: string | undefined) {
  authorize(readTextsRefusal(actor));
  const country = await countryOf(db, actor.workspaceId);
  const parsedKeys = keys.map((given) => parseMessageKey(given, chatId, country));
  const known = parsedKeys.filter((key) => key !== null);
  const found =
    known.length > 0
      ? await findChatMessages(
          platform.database.pool,
          { workspaceId: actor.workspaceId, sight: await sightOf(db, actor) },
          known,
        )
      : [];
  return parsedKeys.map((key) => {
    const isMatch = ({ chat, waMessageId }: (typeof found)[number]) =>
      chat === key?.chat && waMessageId === key.waMessageId;
    return found.find(isMatch) ?? null;
  });
}

async function requireByKey(context: Context, given: string, chatId: string | undefined) {
  const isBare = !given.includes('_');
  if (isBare && chatId === undefined) {
    throw Object.assign(new Error('A bare message id also needs its chat: ?chatId='), { statusCode: 400 });
  }
  const [message] = await findByKeys(context, [given], chatId);
  if (!message) throw new Refusal('NOT_FOUND');
  return message;
}

async function pin(
  context: Context,
  request: { waMessageKey: string; chatId?: string | undefined; isPinned: boolean; seconds?: number | undefined },
) {
  const { engineId, chat, waMessageId } = await requireByKey(context, request.waMessageKey, request.chatId);
  if (engineId === null) throw new Refusal('NOT_FOUND');
  const { isPinned, seconds = PIN_SECONDS } = request;
  const act = { kind: 'pin-message' as const, waMessageId, isPinned, seconds };
  await context.perform(actOnChat, { id: engineId, chat, act });
  return singleAnswer(DONE);
}

/** Default duration of a pin. */
const PIN_SECONDS = 7 * 24 * 3_600;

export const messages = {
  list: v1.messages.list.handler(async ({ context, input: { query } }) => {
    const { db, actor, platform } = context;
    authorize(readTextsRefusal(actor));
    const { chatId, searchToken, queryAny, messageTypes, filenameContains, limit, skip, ...asked } = query;
    const { workspaceId } = actor;
    const engine = await engineOf(db, actor);
    const kinds = messageTypes?.flatMap((type) => KINDS[type] ?? []);
    const { data, total } = await searchMessages(platform.database.pool, {
      ...asked,
      workspaceId,
      sight: await sightOf(db, actor),
      engineId: engine.id,
      limit,
      skip,
      kinds,
      chat: chatId && (await readChatAddress(db, workspaceId, 'chatId', chatId)),
      words: [...(queryAny ?? []), ...(searchToken ? [searchToken] : [])],
      fileName: filenameContains,
    });
    const { publicUrl } = platform.config;
    return pageAnswer(
      data.map((message) => presentWaMessage(message, engine.phoneNumber, publicUrl)),
      { limit, skip },
      total,
    );
  }),
  send: v1.messages.send.handler(({ context, input: { params, body, headers } }) => {
    const { withTyping: _, typingSeconds: __, ...content } = body;
    return send(context, {
      operation: 'messages.send',
      idIs: 'key',
      chatId: params.chatId,
      content,
      key: headers['idempotency-key'],
    });
  }),
  get: v1.messages.get.handler(async ({ context, input: { params, query } }) => {
    const { db, actor, platform } = context;
    const message = await requireByKey(context, params.waMessageKey, query.chatId);
    const accounts = await accountsOf(db, actor.workspaceId);
    return singleAnswer(presentWaMessage(message, accounts.get(message.engineId) ?? null, platform.config.publicUrl));
  }),
  getAck: v1.messages.getAck.handler(async ({ context, input: { params, query } }) =>
    singleAnswer({ ack: ackOf(await requireByKey(context, params.waMessageKey, query.chatId)) }),
  ),
  react: v1.messages.react.handler(async ({ context, input: { params, query, body } }) => {
    const { engineId, chat, waMessageId } = await requireByKey(context, params.waMessageKey, query.chatId);
    if (engineId === null) throw new Refusal('NOT_FOUND');
    await context.perform(actOnChat, { id: engineId, chat, act: { kind: 'react', waMessageId, emoji: body.emoji } });
    return singleAnswer(DONE);
  }),
  pin: v1.messages.pin.handler(({ context, input: { params, query, body } }) =>
    pin(context, { ...params, ...query, isPinned: true, seconds: body?.duration }),
  ),
  unpin: v1.messages.unpin.handler(({ context, input: { params, query } }) =>
    pin(context, { ...params, ...query, isPinned: false }),
  ),
  listPinned: v1.messages.listPinned.handler(async ({ context, input: { params, query } }) => {
    const { db, actor, platform } = context;
    authorize(readTextsRefusal(actor));
    const { workspaceId } = actor;
    const { id: engineId, phoneNumber } = await engineOf(db, actor);
    const chat = await readChatAddress(db, workspaceId, 'chatId', params.chatId);
    if ((await visibleChats(db, actor, engineId, [chat])).length === 0) throw new Refusal('NOT_FOUND');
    const pinned = await listPinned(db, { engineId, chat, ...query });
    const keys = pinned.ids.map((waMessageId) => ({ chat, waMessageId }));
    const sight = await sightOf(db, actor);
    const found = keys.length > 0 ? await findChatMessages(platform.database.pool, { workspaceId, sight }, keys) : [];
    const shown = keys.flatMap(({ waMessageId }) => {
      const message = found.find(
        (candidate) => candidate.engineId === engineId && candidate.waMessageId === waMessageId,
      );
      if (!message) return [];
      const { waMessageKey, chatId, text } = presentWaMessage(message, phoneNumber, platform.config.publicUrl);
      return [{ key: waMessageKey._serialized ?? waMessageId, chatId, text }];
    });
    return pageAnswer(shown, query, pinned.total);
  }),
  loadOlder: v1.messages.loadOlder.handler(async ({ context, input: { params } }) => {
    const { id } = await engineOf(context.db, context.actor);
    const chat = await readChatAddress(context.db, context.actor.workspaceId, 'chatId', params.chatId);
    const { count } = await context.perform(loadOlder, { id, chat });
    return singleAnswer({
      added: count ?? undefined,
      canLoadMore: count !== 0,
      historyUnavailable: false,
      pagesExecuted: 1,
      coverage: {},
    });
  }),
  batchAcks: v1.messages.batchAcks.handler(async ({ context, input: { body } }) => {
    const { messageKeys, chatId } = body;
    const found = await findByKeys(context, messageKeys, chatId);
    const acks = messageKeys.map((key, at) => {
      const message = found[at];
      return message ? { key, ack: ackOf(message), found: true } : { key, found: false };
    });
    return pageAnswer(acks, { limit: acks.length, skip: 0 }, acks.length);
  }),
  getMedia: v1.messages.getMedia.handler(async ({ context, input: { params, query } }) => {
    const { media } = await requireByKey(context, params.waMessageKey, query.chatId);
    if (!media) return singleAnswer({ mediaUnavailable: 'no_media' as const });
    const { mimeType: mimetype, fileName, state, fileId } = media;
    const about = { mimetype, filename: fileName ?? undefined };
    if (fileId !== null) {
      return singleAnswer({ ...about, url: new URL(`/api/files/${fileId}`, context.platform.config.publicUrl).href });
    }
    const why = { gone: 'expired', fetchable: 'awaiting_sender', unknown: 'error', fetched: 'error' } as const;
    return singleAnswer({ ...about, mediaUnavailable: why[state] });
  }),
};
