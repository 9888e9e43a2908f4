import type { AskedAct } from '@switchyard/contracts/chats/operations';
import { readTextsRefusal } from '../../platform/actor.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { actOnChat, listChats, searchMessages } from '../chats/index.ts';
import { sightOf } from '../messages/index.ts';
import { countryOf, parseChat, readChatAddress } from './addresses.ts';
import { type Context, DONE, engineOf, pageAnswer, singleAnswer } from './answers.ts';
import { presentMember, readGroupAnswer } from './groups.routes.ts';
import { presentChat, presentWaMessage } from './public-api.present.ts';
import { publicOperations as v1 } from './public-operations.ts';

async function performAct({ db, actor, perform }: Context, chatId: string, request: AskedAct) {
  const { id } = await engineOf(db, actor);
  const chat = await readChatAddress(db, actor.workspaceId, 'chatId', chatId);
  await perform(actOnChat, { id, chat, act: request });
  return singleAnswer(DONE);
}

export const chats = {
  list: v1.chats.list.handler(async ({ context: { db, actor, platform }, input: { query } }) => {
    authorize(readTextsRefusal(actor));
    const { id: engineId } = await engineOf(db, actor);
    const { searchToken: search, filter, kinds, since, limit, skip } = query;
    const kindSet = new Set(kinds ?? (filter ? [filter.slice(0, -1)] : ['contact', 'group']));
    // Channels are not among the chats that engines report.
    if (!kindSet.has('contact') && !kindSet.has('group')) throw new Refusal('NOT_SUPPORTED');
    const kind = kindSet.has('contact') && kindSet.has('group') ? undefined : kindSet.has('group') ? 'group' : 'person';
    const { data, total } = await listChats(platform.database.pool, {
      ...{ engineId, limit, skip, search, kind, since },
      sight: await sightOf(db, actor),
    });
    return pageAnswer(data.map(presentChat), { limit, skip }, total);
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
      const query = {
        workspaceId: actor.workspaceId,
        sight,
        engineId,
        chat: chat.chat,
        limit: numberOfMessages,
        skip: 0,
      };
      const found = numberOfMessages > 0 ? (await searchMessages(pool, { ...query, order: 'desc' })).data : [];
      const present = found.map((message) => presentWaMessage(message, phoneNumber, platform.config.publicUrl));
      shown.push({ ...presentChat(chat), messages: present });
    }
    return singleAnswer({ chats: shown, totalChats: total, numberOfChats, numberOfMessages });
  }),
  get: v1.chats.get.handler(async ({ context: { db, actor, platform }, input: { params } }) => {
    authorize(readTextsRefusal(actor));
    const { id: engineId } = await engineOf(db, actor);
    const chat = parseChat(params.id, await countryOf(db, actor.workspaceId));
    const page = { engineId, limit: 1, skip: 0, sight: await sightOf(db, actor) };
    const [found] = chat ? (await listChats(platform.database.pool, { ...page, chat })).data : [];
    if (!found) throw new Refusal('NOT_FOUND');
    return singleAnswer(presentChat(found));
  }),
  markRead: v1.chats.markRead.handler(({ context, input: { params } }) =>
    performAct(context, params.chatId, { kind: 'read', isRead: true }),
  ),
  archive: v1.chats.archive.handler(({ context, input: { params } }) =>
    performAct(context, params.chatId, { kind: 'archive', isArchived: true }),
  ),
  unarchive: v1.chats.unarchive.handler(({ context, input: { params } }) =>
    performAct(context, params.chatId, { kind: 'archive', isArchived: false }),
  ),
  listParticipants: v1.chats.listParticipants.handler(async ({ context, input: { params, query } }) => {
    const { searchToken, limit, skip } = query;
    const { members } = await readGroupAnswer(context, params.chatId);
    const word = searchToken?.toLowerCase() ?? '';
    const matching = members.filter(({ number, name }) => `${name ?? ''} ${number}`.toLowerCase().includes(word));
    const shown = matching.slice(skip, skip + limit).map(presentMember);
    return pageAnswer(shown, { limit, skip }, matching.length);
  }),
};
