import type { AskedAct } from '@switchyard/contracts/chats/operations';
import type { PublicGroup } from '@switchyard/contracts/public-api/chats';
import type { PublicMessageType, PublicStatus, SomeToSend, ToSend } from '@switchyard/contracts/public-api/messages';
import { publicApiContract } from '@switchyard/contracts/public-api/operations';
import { faultAt } from '@switchyard/contracts/text/faults';
import { gte, inArray, sql } from 'drizzle-orm';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { authorize, invalid, Refusal } from '../../platform/refusal.ts';
import { boardItems } from '../boards/boards.schema.ts';
import {
  type ColumnRow,
  findBoard,
  findLayout,
  findSimilarItems,
  type ItemRow,
  leavingOutDone,
  listBoards,
  passingAll,
  searchItems,
} from '../boards/index.ts';
import { cancelCampaign, listCampaigns, pauseCampaign, requireCampaign, resumeCampaign } from '../campaigns/index.ts';
import {
  actOnChat,
  findChatMessages,
  groupIsSeen,
  listChats,
  loadOlder,
  requestGroupInfo,
  searchMessages,
  seenChats,
} from '../chats/index.ts';
import { listActions, listContacts } from '../contacts/index.ts';
import {
  engineState,
  findEngine,
  findGroups,
  isInBrowser,
  listEngines,
  listGroups,
  presenceOf,
  sendingEngineOf,
} from '../engines/index.ts';
import { findMessage, listMessages, type MessageRow, sightOf } from '../messages/index.ts';
import { findEndpoint, listEndpoints, updateEndpoint } from '../webhooks/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { chatIn, countryOf, keyIn, readChatAddress, toJid } from './addresses.ts';
import {
  addContacts,
  changeMember,
  createAudience,
  deleteAudience,
  removeMember,
  requireAudience,
} from './audiences.ts';
import { beginCampaign, withCounts } from './begin-campaign.ts';
import { boardUrl, leadingColumns, presentBoard, presentItem, presentWholeBoard } from './boards.present.ts';
import { agentsOf, changeItem, createItem, LEAST_SCORE_TO_TELL, openBoard, putItems, sourcesOf } from './boards.ts';
import { bringMedia } from './bring-media.ts';
import { extensions } from './extensions.ts';
import { naming } from './name-fields.ts';
import { once } from './once.ts';
import {
  ackOf,
  presentAudience,
  presentChat,
  presentOutgoing,
  presentWaMessage,
  presentWebhook,
} from './public-api.present.ts';
import { messageSecrets } from './public-api.schema.ts';
import { publicOperations as v1 } from './public-operations.ts';
import { changeScheduled, deleteScheduled, MESSAGE_FIELDS, readQuote, sendMessage } from './send-message.ts';
import { createWebhook, deleteWebhook } from './webhooks.ts';

type Context = Omit<RequestContext, 'actor'> & { actor: Actor };

const one = <Data>(data: Data) => ({ success: true as const, data });
const many = <Item>(data: Item[], page: { limit: number; skip: number }, total: number) => ({
  success: true as const,
  data,
  limit: page.limit,
  skip: page.skip,
  total,
});

// ── The account ─────────────────────────────────────────────────────────────────────────────────────────

/** More engines than any plan allows. */
const ALL_ENGINES = 200;

async function enginesOf({ db, platform, actor }: Context) {
  const { rows } = await listEngines(db, actor.workspaceId, { limit: ALL_ENGINES, skip: 0 });
  return rows.map((row) => {
    const { status, isLive } = engineState(row, presenceOf(platform, row.id));
    const isConnected = isLive && status === 'connected';
    const type = isInBrowser(row) ? 'regular' : 'gateway';
    return { id: row.id, type, connected: isConnected, state: status.toUpperCase() } as const;
  });
}

const ping = {
  check: v1.ping.check.handler(async ({ context }) => {
    const connected = (await enginesOf(context)).filter((engine) => engine.connected);
    return one({
      api: 'ok',
      accountId: context.actor.workspaceId,
      whatsappConnections: connected.map(({ id, type }) => ({ id, type, connected: true as const })),
      ...(connected.length === 0 && { message: 'No engine is connected to WhatsApp.' }),
    });
  }),
};

const account = {
  retrieve: v1.account.retrieve.handler(async ({ context: { db, actor } }) => {
    const workspace = await findWorkspace(db, actor.workspaceId);
    if (!workspace) throw new Refusal('NOT_FOUND');
    return one({
      id: workspace.id,
      name: workspace.name,
      userEmail: actor.email,
      timezone: workspace.zone,
      createdAt: workspace.createdAt.toISOString(),
    });
  }),
};

const engines = { list: v1.engines.list.handler(async ({ context }) => one(await enginesOf(context))) };

// ── Messages that we send ───────────────────────────────────────────────────────────────────────────────

/** Messages with what programs know them by. */
async function outgoing({ db, actor, platform }: Context, rows: readonly MessageRow[]) {
  const ids = rows.map(({ id }) => id);
  const kept =
    ids.length > 0 ? await db.select().from(messageSecrets).where(inArray(messageSecrets.messageId, ids)) : [];
  const secrets = new Map(kept.map(({ messageId, secret }) => [messageId, secret]));
  const { publicUrl } = platform.config;
  // A secret is what somebody has written, too.
  const mayRead = readTextsRefusal(actor) === null;
  return rows.map((row) =>
    presentOutgoing(actor, row, { secret: mayRead ? secrets.get(row.id) : undefined, publicUrl }),
  );
}

/** A status of theirs as a filter of ours, which also finds what has come further; null: ours have none that is so. */
const STATUS_FILTERS: Partial<Record<PublicStatus, { status: string; receipt?: 'delivered' | 'read' }>> = {
  pending: { status: 'pending' },
  sending: { status: 'sending' },
  sent: { status: 'sent' },
  confirmed: { status: 'sent' },
  delivered: { status: 'sent', receipt: 'delivered' },
  received: { status: 'sent', receipt: 'delivered' },
  read: { status: 'sent', receipt: 'read' },
  sent_pending_ack: { status: 'unknown' },
  cancelled: { status: 'cancelled' },
  failed: { status: 'failed' },
  error: { status: 'failed' },
};

/** What a message to be sent needs that cannot be had in a transaction: its file, and what it answers. */
async function prepare({ db, platform, actor }: Context, content: SomeToSend, chatId: string | undefined) {
  const parts = { db, database: platform.database };
  const quote = await readQuote(parts, actor, content.replyTo, chatId);
  const isFile = content.type === undefined || content.type === 'media';
  return { quote, fileId: isFile ? await bringMedia(platform, actor.workspaceId, content) : null };
}

interface Sending {
  operation: string;
  idIs: 'own' | 'key';
  chatId: string;
  content: ToSend;
  key: string | undefined;
}

/** Sends once for each key. A file that is brought again is the same file; the request is known without it. */
async function send(context: Context, { operation, idIs, chatId, content, key }: Sending) {
  const carried = await prepare(context, content, chatId);
  const input = { chatId, idIs, content };
  const { answer, isRepeated } = await naming(MESSAGE_FIELDS, () =>
    key === undefined
      ? context.perform(sendMessage, { ...input, ...carried }).then((sent) => ({ answer: sent, isRepeated: false }))
      : context.perform(
          once((deps, actor, given: typeof input) => sendMessage(deps, actor, { ...given, ...carried })),
          { operation, key, input },
        ),
  );
  const body = one(answer);
  return isRepeated ? { status: 200 as const, body } : { status: 201 as const, body };
}

/** What a message has moved on to cannot be asked of it any more. */
async function whileWaiting<Result>(otherwise: () => unknown, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal && error.code === 'TOO_LATE' ? otherwise() : error;
  }
}
const notPending = () =>
  Object.assign(new Error('Only a message that is pending can be changed.'), { statusCode: 400 });

const scheduledMessages = {
  list: v1.scheduledMessages.list.handler(async ({ context, input: { query } }) => {
    const { db, actor } = context;
    const { chatId, searchToken, status, order, ...page } = query;
    const filter = status && (STATUS_FILTERS[status] ?? null);
    if (filter === null) return many([], page, 0);
    const { rows, total, totalIsExact } = await listMessages(db, actor, {
      ...page,
      ...filter,
      search: searchToken,
      recipients: chatId && (await readChatAddress(db, actor.workspaceId, 'chatId', chatId)),
      sort: order === 'asc' ? 'createdAt' : '-createdAt',
    });
    // Of very many, at least one more than have been shown: whoever turns the pages comes to the end.
    const told = totalIsExact ? total : Math.max(total, page.skip + rows.length + 1);
    return many(await outgoing(context, rows), page, told);
  }),
  get: v1.scheduledMessages.get.handler(async ({ context, input: { params } }) => {
    const row = await findMessage(context.db, context.actor, params.id);
    const [message] = row ? await outgoing(context, [row]) : [];
    if (!message) throw new Refusal('NOT_FOUND');
    return one(message);
  }),
  create: v1.scheduledMessages.create.handler(({ context, input: { params, body, headers } }) =>
    send(context, {
      operation: 'scheduledMessages.create',
      idIs: 'own',
      chatId: params.chatId,
      content: body,
      key: headers['idempotency-key'],
    }),
  ),
  update: v1.scheduledMessages.update.handler(async ({ context, input: { params, body } }) => {
    if (Object.keys(body).length === 0) throw invalid([{ field: 'body', message: 'Nothing to change was given.' }]);
    const row = await findMessage(context.db, context.actor, params.id);
    if (!row) throw new Refusal('NOT_FOUND');
    const carried = await prepare(context, body, row.recipient);
    const changed = () => context.perform(changeScheduled, { ...params, content: body, ...carried });
    return one(await naming(MESSAGE_FIELDS, () => whileWaiting(notPending, changed)));
  }),
  delete: v1.scheduledMessages.delete.handler(async ({ context, input: { params } }) =>
    one(
      await whileWaiting(
        () => new Refusal('NOT_FOUND'),
        () => context.perform(deleteScheduled, params),
      ),
    ),
  ),
};

// ── Messages of chats ───────────────────────────────────────────────────────────────────────────────────

/** The engine whose chats are shown: the one that new messages go through. @throws Refusal `NO_ENGINE` */
async function engineOf(db: Db, { workspaceId }: Actor) {
  const engine = await sendingEngineOf(db, workspaceId);
  const row = engine && (await findEngine(db, { engineId: engine.id, workspaceId }));
  if (!row) throw new Refusal('NO_ENGINE');
  return row;
}

/** Numbers of a workspace's engines, by their ids. */
async function accountsOf(db: Db, workspaceId: string): Promise<Map<string | null, string | null>> {
  const { rows } = await listEngines(db, workspaceId, { limit: ALL_ENGINES, skip: 0 });
  return new Map(rows.map(({ id, phoneNumber }) => [id, phoneNumber]));
}

/** What the incumbent calls `gif`, `ptv`, `location` and `vcard` engines do not tell us apart. */
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
  const asked = keys.map((given) => keyIn(given, chatId, country));
  const known = asked.filter((key) => key !== null);
  const found =
    known.length > 0
      ? await findChatMessages(
          platform.database.pool,
          { workspaceId: actor.workspaceId, sight: await sightOf(db, actor) },
          known,
        )
      : [];
  return asked.map((key) => {
    const isIt = ({ chat, waMessageId }: (typeof found)[number]) =>
      chat === key?.chat && waMessageId === key.waMessageId;
    return found.find(isIt) ?? null;
  });
}

async function requireByKey(context: Context, given: string, chatId: string | undefined) {
  const isBare = !given.includes('_');
  if (isBare && chatId === undefined) {
    throw Object.assign(new Error('The id of a message alone needs its chat: ?chatId='), { statusCode: 400 });
  }
  const [message] = await findByKeys(context, [given], chatId);
  if (!message) throw new Refusal('NOT_FOUND');
  return message;
}

const messages = {
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
    return many(
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
    return one(presentWaMessage(message, accounts.get(message.engineId) ?? null, platform.config.publicUrl));
  }),
  getAck: v1.messages.getAck.handler(async ({ context, input: { params, query } }) =>
    one({ ack: ackOf(await requireByKey(context, params.waMessageKey, query.chatId)) }),
  ),
  react: v1.messages.react.handler(async ({ context, input: { params, query, body } }) => {
    const { engineId, chat, waMessageId } = await requireByKey(context, params.waMessageKey, query.chatId);
    if (engineId === null) throw new Refusal('NOT_FOUND');
    await context.perform(actOnChat, { id: engineId, chat, act: { kind: 'react', waMessageId, emoji: body.emoji } });
    return one(DONE);
  }),
  loadOlder: v1.messages.loadOlder.handler(async ({ context, input: { params } }) => {
    const { id } = await engineOf(context.db, context.actor);
    const chat = await readChatAddress(context.db, context.actor.workspaceId, 'chatId', params.chatId);
    const { count } = await context.perform(loadOlder, { id, chat });
    return one({ added: count ?? undefined, canLoadMore: count !== 0, historyUnavailable: false });
  }),
  batchAcks: v1.messages.batchAcks.handler(async ({ context, input: { body } }) => {
    const { messageKeys, chatId } = body;
    const found = await findByKeys(context, messageKeys, chatId);
    const acks = messageKeys.map((key, at) => {
      const message = found[at];
      return message ? { key, ack: ackOf(message), found: true } : { key, found: false };
    });
    return many(acks, { limit: acks.length, skip: 0 }, acks.length);
  }),
  getMedia: v1.messages.getMedia.handler(async ({ context, input: { params, query } }) => {
    const { media } = await requireByKey(context, params.waMessageKey, query.chatId);
    if (!media) return one({ mediaUnavailable: 'no_media' as const });
    const { mimeType: mimetype, fileName, state, fileId } = media;
    const about = { mimetype, filename: fileName ?? undefined };
    if (fileId !== null) {
      return one({ ...about, url: new URL(`/api/files/${fileId}`, context.platform.config.publicUrl).href });
    }
    const why = { gone: 'expired', fetchable: 'awaiting_sender', unknown: 'error', fetched: 'error' } as const;
    return one({ ...about, mediaUnavailable: why[state] });
  }),
};

/** What was asked of a chat is with its engine, which does it as soon as it can. */
const DONE = { ok: true } as const;

async function act({ db, actor, perform }: Context, chatId: string, asked: AskedAct) {
  const { id } = await engineOf(db, actor);
  const chat = await readChatAddress(db, actor.workspaceId, 'chatId', chatId);
  await perform(actOnChat, { id, chat, act: asked });
  return one(DONE);
}

// ── Chats, contacts, groups ─────────────────────────────────────────────────────────────────────────────

const chats = {
  list: v1.chats.list.handler(async ({ context: { db, actor, platform }, input: { query } }) => {
    authorize(readTextsRefusal(actor));
    const { id: engineId } = await engineOf(db, actor);
    const { searchToken: search, filter, kinds, since, limit, skip } = query;
    const wanted = new Set(kinds ?? (filter ? [filter.slice(0, -1)] : ['contact', 'group']));
    // Channels are none of the chats that engines tell of.
    if (!wanted.has('contact') && !wanted.has('group')) throw new Refusal('NOT_SUPPORTED');
    const kind = wanted.has('contact') && wanted.has('group') ? undefined : wanted.has('group') ? 'group' : 'person';
    const { data, total } = await listChats(platform.database.pool, {
      ...{ engineId, limit, skip, search, kind, since },
      sight: await sightOf(db, actor),
    });
    return many(data.map(presentChat), { limit, skip }, total);
  }),
  latest: v1.chats.latest.handler(async ({ context: { db, actor, platform }, input: { query } }) => {
    authorize(readTextsRefusal(actor));
    const { numberOfChats, numberOfMessages } = query;
    const { pool } = platform.database;
    const { id: engineId, phoneNumber } = await engineOf(db, actor);
    const sight = await sightOf(db, actor);
    const { data, total } = await listChats(pool, { engineId, limit: numberOfChats, skip: 0, sight });
    const shown: (ReturnType<typeof presentChat> & { messages: ReturnType<typeof presentWaMessage>[] })[] = [];
    for (const chat of data) {
      const asked = {
        workspaceId: actor.workspaceId,
        sight,
        engineId,
        chat: chat.chat,
        limit: numberOfMessages,
        skip: 0,
      };
      const found = numberOfMessages > 0 ? (await searchMessages(pool, { ...asked, order: 'desc' })).data : [];
      const present = found.map((message) => presentWaMessage(message, phoneNumber, platform.config.publicUrl));
      shown.push({ ...presentChat(chat), messages: present });
    }
    return one({ chats: shown, totalChats: total, numberOfChats, numberOfMessages });
  }),
  get: v1.chats.get.handler(async ({ context: { db, actor, platform }, input: { params } }) => {
    authorize(readTextsRefusal(actor));
    const { id: engineId } = await engineOf(db, actor);
    const chat = chatIn(params.id, await countryOf(db, actor.workspaceId));
    const page = { engineId, limit: 1, skip: 0, sight: await sightOf(db, actor) };
    const [found] = chat ? (await listChats(platform.database.pool, { ...page, chat })).data : [];
    if (!found) throw new Refusal('NOT_FOUND');
    return one(presentChat(found));
  }),
  markRead: v1.chats.markRead.handler(({ context, input: { params } }) =>
    act(context, params.chatId, { kind: 'read', isRead: true }),
  ),
  archive: v1.chats.archive.handler(({ context, input: { params } }) =>
    act(context, params.chatId, { kind: 'archive', isArchived: true }),
  ),
  unarchive: v1.chats.unarchive.handler(({ context, input: { params } }) =>
    act(context, params.chatId, { kind: 'archive', isArchived: false }),
  ),
  listParticipants: v1.chats.listParticipants.handler(async ({ context, input: { params, query } }) => {
    const { searchToken, limit, skip } = query;
    const { members } = await askAboutGroup(context, params.chatId);
    const word = searchToken?.toLowerCase() ?? '';
    const matching = members.filter(({ number, name }) => `${name ?? ''} ${number}`.toLowerCase().includes(word));
    const shown = matching.slice(skip, skip + limit).map(presentMember);
    return many(shown, { limit, skip }, matching.length);
  }),
};

/** WhatsApp tells who may manage a group, and not who made it. */
const presentMember = ({ number, name, isAdmin }: { number: string; name: string | null; isAdmin: boolean }) => ({
  chatId: toJid(number),
  name: name ?? undefined,
  isAdmin,
});

/** @throws Refusal `NOT_FOUND`: no engine knows such a group */
async function requireGroup(db: Db, actor: Actor, id: string) {
  const group = (await findGroups(db, actor.workspaceId, [id], null)).get(id);
  if (!group) throw new Refusal('NOT_FOUND');
  if ((await seenChats(db, actor, group.engineId, [group.chat])).length === 0) throw new Refusal('NOT_FOUND');
  return group;
}

async function askAboutGroup({ db, actor, perform }: Context, id: string) {
  const group = await requireGroup(db, actor, id);
  return perform(requestGroupInfo, { id: group.engineId, chat: group.chat });
}

const contacts = {
  list: v1.contacts.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { searchToken: search, skip } = query;
    const limit = query.limit === -1 ? 1_000 : query.limit;
    const { rows, total } = await listContacts(db, actor.workspaceId, { limit, skip, search, sort: 'name' });
    return many(
      rows.map(({ mobile, name }) => ({ chatId: toJid(mobile), name })),
      { limit, skip },
      total,
    );
  }),
};

const groups = {
  list: v1.groups.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { searchToken: search, limit, skip } = query;
    const { id: engineId } = await engineOf(db, actor);
    const { rows, total } = await listGroups(db, {
      engineId,
      limit,
      skip,
      search,
      isSeen: groupIsSeen(await sightOf(db, actor)),
    });
    return many(rows.map(presentGroup), { limit, skip }, total);
  }),
  get: v1.groups.get.handler(async ({ context, input: { params, query } }) => {
    const known = presentGroup(await requireGroup(context.db, context.actor, params.id));
    if (!query.include?.includes('participants')) return one(known);
    const { members, size, description } = await askAboutGroup(context, params.id);
    const participants = members.map((member) => ({ ...presentMember(member), isSuperAdmin: false }));
    const mayRead = readTextsRefusal(context.actor) === null;
    return one({
      ...known,
      participantCount: size,
      description: mayRead ? (description ?? undefined) : undefined,
      participants,
    });
  }),
};

const presentGroup = ({
  chat,
  subject,
  size,
}: {
  chat: string;
  subject: string | null;
  size: number | null;
}): PublicGroup => ({
  id: chat,
  name: subject ?? undefined,
  participantCount: size ?? undefined,
});

// ── Audiences and campaigns ─────────────────────────────────────────────────────────────────────────────

const CONTACT_FIELDS = [
  ['mobile', 'to'],
  ['fields', 'variables'],
] as const;

const audiences = {
  list: v1.audiences.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { order, ...page } = query;
    const sort = order === 'asc' ? 'createdAt' : '-createdAt';
    const { data, total } = await listActions.list(db, actor.workspaceId, { ...page, sort });
    return many(data.map(presentAudience), page, total);
  }),
  create: v1.audiences.create.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const request = { operation: 'audiences.create', key: headers['idempotency-key'], input: body };
    return one((await perform(once(createAudience), request)).answer);
  }),
  get: v1.audiences.get.handler(async ({ context: { db, actor }, input: { params } }) =>
    one(presentAudience(await requireAudience(db, actor.workspaceId, params.id))),
  ),
  update: v1.audiences.update.handler(async ({ context: { db, actor, perform }, input: { params, body } }) => {
    await requireAudience(db, actor.workspaceId, params.id);
    return one(presentAudience(await perform(listActions.rename, { ...params, ...body })));
  }),
  delete: v1.audiences.delete.handler(async ({ context: { perform }, input: { params } }) =>
    one(await perform(deleteAudience, params)),
  ),
  appendContacts: v1.audiences.appendContacts.handler(async ({ context: { perform }, input: { params, body } }) =>
    one(await perform(addContacts, { ...params, ...body })),
  ),
  updateContact: v1.audiences.updateContact.handler(async ({ context: { perform }, input: { params, body } }) =>
    one(await naming(CONTACT_FIELDS, () => perform(changeMember, { ...params, ...body }))),
  ),
  deleteContact: v1.audiences.deleteContact.handler(async ({ context: { perform }, input: { params } }) =>
    one(await perform(removeMember, params)),
  ),
};

const CAMPAIGN_FIELDS = [
  ['variants', 'text'],
  ['audience', 'audienceId'],
] as const;

const oneCampaign = async (db: Db, row: Awaited<ReturnType<typeof requireCampaign>>) => {
  const [campaign] = await withCounts(db, [row], new Date());
  if (!campaign) throw new Error('a campaign was not counted');
  return one(campaign);
};

const campaigns = {
  list: v1.campaigns.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { order, ...page } = query;
    const sort = order === 'asc' ? 'createdAt' : '-createdAt';
    const { rows, total } = await listCampaigns(db, actor.workspaceId, { ...page, sort });
    return many(await withCounts(db, rows, new Date()), page, total);
  }),
  create: v1.campaigns.create.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const { text, mediaUrl, mediaCaption, ...rest } = body;
    if (mediaUrl !== undefined || mediaCaption !== undefined) {
      throw new Refusal('NOT_SUPPORTED', undefined, 'Campaigns send texts; a file is not supported.');
    }
    if (text === undefined) throw invalid([faultAt('text', 'missing')]);
    const request = { operation: 'campaigns.create', key: headers['idempotency-key'], input: { ...rest, text } };
    const { answer } = await naming(CAMPAIGN_FIELDS, () => perform(once(beginCampaign), request));
    return one(answer);
  }),
  get: v1.campaigns.get.handler(async ({ context: { db, actor }, input: { params } }) =>
    oneCampaign(db, await requireCampaign(db, actor.workspaceId, params.id)),
  ),
  pause: v1.campaigns.pause.handler(async ({ context: { db, perform }, input: { params } }) =>
    oneCampaign(db, await perform(pauseCampaign, params)),
  ),
  resume: v1.campaigns.resume.handler(async ({ context: { db, perform }, input: { params } }) =>
    oneCampaign(db, await perform(resumeCampaign, params)),
  ),
  cancel: v1.campaigns.cancel.handler(async ({ context: { db, perform }, input: { params } }) =>
    oneCampaign(db, await perform(cancelCampaign, params)),
  ),
};

// ── Boards ──────────────────────────────────────────────────────────────────────────────────────────────

/** Items of a board as programs see them. */
async function presentItems({ db, platform }: Context, columns: readonly ColumnRow[], rows: ItemRow[]) {
  const kept = await sourcesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentItem(row, columns, kept.get(row.id), platform.config.publicUrl));
}

async function oneItem(context: Context, row: ItemRow) {
  const { columns } = await findLayout(context.db, row.boardId);
  const [item] = await presentItems(context, columns, [row]);
  if (!item) throw new Error('an item was not presented');
  return item;
}

const boards = {
  list: v1.boards.list.handler(async ({ context: { db, actor, platform }, input: { query } }) => {
    const { order: byAge, ...page } = query;
    const { rows, total } = await listBoards(db, actor.workspaceId, { ...page, byAge });
    const agents = await agentsOf(
      db,
      rows.map(({ id }) => id),
    );
    const data = rows.map((row) => presentBoard(row, agents.get(row.id), platform.config.publicUrl));
    return many(data, page, total);
  }),
  create: v1.boards.create.handler(async ({ context: { perform, platform }, input: { body } }) => {
    const { board, agent } = await perform(openBoard, body);
    return one(presentWholeBoard(board, agent, platform.config.publicUrl));
  }),
  get: v1.boards.get.handler(async ({ context: { db, actor, platform }, input: { params } }) => {
    const board = await findBoard(db, actor.workspaceId, params.id);
    const agents = await agentsOf(db, [board.id]);
    return one(presentWholeBoard(board, agents.get(board.id), platform.config.publicUrl));
  }),
  items: v1.boards.items.handler(async ({ context, input: { params, query } }) => {
    const { db, actor } = context;
    authorize(readTextsRefusal(actor));
    const { status: label, order: byAge, active_only: isActive, updated_since: since, ...page } = query;
    const { id, columns } = await findBoard(db, actor.workspaceId, params.boardId);
    const { status } = leadingColumns(columns);
    const wanted = status?.options.find(({ name }) => name.toLowerCase() === label?.trim().toLowerCase());
    if (label !== undefined && !(status && wanted)) return many([], page, 0);
    const filters = status && wanted ? [{ columnId: status.id, test: 'is' as const, value: wanted.id }] : [];
    const days = isActive ? (await agentsOf(db, [id])).get(id)?.retentionDays : 0;
    const { rows, total } = await searchItems(
      db,
      columns,
      { ...page, id, byAge, filters, sort: null, isDeleted: false, withSubitems: true },
      [
        ...(isActive ? passingAll(columns, leavingOutDone(columns)) : []),
        ...(days ? [gte(boardItems.updatedAt, sql`now() - make_interval(days => ${days})`)] : []),
        ...(since ? [gte(boardItems.updatedAt, since)] : []),
      ],
    );
    return many(await presentItems(context, columns, rows), page, total);
  }),
  createItem: v1.boards.createItem.handler(async ({ context, input: { params, body } }) => {
    const { item, did } = await context.perform(createItem, { ...params, given: body });
    return one({ ...(await oneItem(context, item)), merged: did === 'created' ? undefined : (true as const) });
  }),
  updateItem: v1.boards.updateItem.handler(async ({ context, input: { params, body } }) => {
    if (Object.keys(body).length === 0) throw invalid([{ field: 'body', message: 'Nothing to change was given.' }]);
    const { deleted, note: _, ...given } = body;
    return one(await oneItem(context, await context.perform(changeItem, { ...params, given, deleted })));
  }),
  bulkItems: v1.boards.bulkItems.handler(async ({ context, input: { params, body } }) => {
    const { board, put } = await context.perform(putItems, { ...params, items: body.items });
    const agent = (await agentsOf(context.db, [board.id])).get(board.id);
    const created = new Set(put.filter(({ did }) => did === 'created').map(({ item }) => item.id));
    const changed = put.filter(({ item, did }) => did === 'merged' && !created.has(item.id));
    // Of an item that several rows name, how it is at the end.
    const latest = new Map(put.map(({ item }) => [item.id, item]));
    const shown = (ids: Iterable<string>) =>
      presentItems(
        context,
        board.columns,
        [...ids].flatMap((id) => latest.get(id) ?? []),
      );
    return one({
      created: await shown(created),
      updated: await shown(new Set(changed.map(({ item }) => item.id))),
      unchanged: put.filter(({ did }) => did === 'unchanged').length,
      board: {
        board_id: board.id,
        name: board.name,
        description: agent?.description ?? undefined,
        domain: agent?.domain,
        web_url: boardUrl(context.platform.config.publicUrl, board.id),
      },
    });
  }),
  findSimilar: v1.boards.findSimilar.handler(async ({ context: { db, actor }, input: { params, body } }) => {
    authorize(readTextsRefusal(actor));
    const { id: boardId, columns } = await findBoard(db, actor.workspaceId, params.boardId);
    const texts = body.candidates.map(({ text }) => text);
    const found = await findSimilarItems(db, { boardId, columns, texts, leastScore: LEAST_SCORE_TO_TELL });
    const hit = new Set(found.map(({ at }) => at));
    return one({
      matches: found.map(({ at, itemId, text, score }) => ({ candidate_index: at, item_id: itemId, text, score })),
      misses: texts.flatMap((_, at) => (hit.has(at) ? [] : [at])),
    });
  }),
};

const webhooks = {
  list: v1.webhooks.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { rows, total } = await listEndpoints(db, actor.workspaceId, query);
    return many(rows.map(presentWebhook), query, total);
  }),
  create: v1.webhooks.create.handler(async ({ context: { perform }, input: { body, headers } }) => {
    const request = { operation: 'webhooks.create', key: headers['idempotency-key'], input: body };
    return one((await perform(once(createWebhook), request)).answer);
  }),
  get: v1.webhooks.get.handler(async ({ context: { db, actor }, input: { params } }) =>
    one(presentWebhook(await findEndpoint(db, actor.workspaceId, params.id))),
  ),
  update: v1.webhooks.update.handler(async ({ context: { perform }, input: { params, body } }) => {
    const { status: state, description, ...changes } = body;
    // An empty one is none.
    const words = description === undefined ? {} : { description: description || null };
    return one(presentWebhook(await perform(updateEndpoint, { ...params, ...changes, ...words, state })));
  }),
  delete: v1.webhooks.delete.handler(async ({ context: { perform }, input: { params } }) =>
    one(await perform(deleteWebhook, params)),
  ),
};

export const publicApiRouter = {
  ping,
  account,
  engines,
  scheduledMessages,
  messages,
  chats,
  contacts,
  groups,
  audiences,
  campaigns,
  boards,
  webhooks,
  extensions,
  unsupported: unsupportedRouter(),
};

/** Each says by its name what it is that cannot be had. */
function unsupportedRouter() {
  type Name = keyof typeof publicApiContract.unsupported;
  const refused = (name: Name) =>
    v1.unsupported[name].handler(({ procedure }) => {
      const { summary = 'This' } = procedure['~orpc'].route;
      throw new Refusal('NOT_SUPPORTED', undefined, `Not supported here: ${summary.toLowerCase()}.`);
    });
  const names = Object.keys(publicApiContract.unsupported) as Name[];
  return Object.fromEntries(names.map((name) => [name, refused(name)]));
}
