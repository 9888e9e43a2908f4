import { isGroupId } from '@switchyard/contracts/chats/group-id';
import { Refusal } from '../../platform/refusal.ts';
import { requestCommonGroups, visibleChats } from '../chats/index.ts';
import { listContacts } from '../contacts/index.ts';
import { findGroups } from '../engines/index.ts';
import { readChatAddress, toJid } from './addresses.ts';
import { engineOf, pageAnswer } from './answers.ts';
import { presentGroup } from './groups.routes.ts';
import { publicOperations as v1 } from './public-operations.ts';

export const contacts = {
  list: v1.contacts.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { searchToken: search, skip } = query;
    const limit = query.limit === -1 ? 1_000 : query.limit;
    const { rows, total } = await listContacts(db, actor.workspaceId, { limit, skip, search, sort: 'name' });
    return pageAnswer(
      rows.map(({ mobile, name }) => ({ chatId: toJid(mobile), name })),
      { limit, skip },
      total,
    );
  }),
  commonGroups: v1.contacts.commonGroups.handler(async ({ context, input: { params, query } }) => {
    const { db, actor, perform } = context;
    const engine = await engineOf(db, actor);
    const number = await readChatAddress(db, actor.workspaceId, 'id', params.id);
    if (isGroupId(number)) throw new Refusal('NOT_FOUND');
    const chats = await visibleChats(
      db,
      actor,
      engine.id,
      await perform(requestCommonGroups, { id: engine.id, number }),
    );
    const groups = await findGroups(db, actor.workspaceId, chats, engine.id);
    const { limit, skip } = query;
    const page = chats.slice(skip, skip + limit);
    return pageAnswer(
      page.map((chat) => presentGroup(groups.get(chat) ?? { chat, subject: null, size: null })),
      { limit, skip },
      chats.length,
    );
  }),
};
