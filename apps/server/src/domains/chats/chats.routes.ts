import { driverFacts } from '@switchyard/contracts/engine/driver-capabilities';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { redactText } from '../../platform/hidden-text.ts';
import { operations } from '../../platform/http/operations.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { findEngine, listGroups } from '../engines/index.ts';
import { sightOf } from '../messages/index.ts';
import { actOnChat, dismissAct } from './act-on-chat.ts';
import { fetchFile, fetchPicture } from './fetch-file.ts';
import { listChats } from './list-chats.ts';
import { loadOlder } from './load-older.ts';
import { readChat } from './read-chat.ts';
import { readThread } from './read-thread.ts';
import { requestGroupInfo } from './request-group-info.ts';
import { showTyping } from './show-typing.ts';
import { isGroupVisible, requireVisible } from './sight.ts';

const { chats } = operations;

/**
 * Restricts message texts to the workspace. Support may read them if the owners allow it; this is shown and recorded.
 */
async function requireReadableEngine(db: Db, { workspaceId }: Actor, engineId: string) {
  const engine = await findEngine(db, { engineId, workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  return engine;
}

export const chatsRouter = {
  list: chats.list.handler(async ({ input: { id, ...page }, context: { actor, db, platform } }) => {
    await requireReadableEngine(db, actor, id);
    authorize(readTextsRefusal(actor));
    return listChats(platform.database.pool, { engineId: id, ...page, sight: await sightOf(db, actor) });
  }),

  messages: chats.messages.handler(async ({ input: { id, chat, limit, before }, context: { actor, db, platform } }) => {
    await requireReadableEngine(db, actor, id);
    authorize(readTextsRefusal(actor));
    await requireVisible(db, actor, id, chat);
    return readChat(platform.database.pool, { engineId: id, chat, limit, before });
  }),

  thread: chats.thread.handler(async ({ input, context: { actor, db, platform } }) => {
    const { driver } = await requireReadableEngine(db, actor, input.id);
    authorize(readTextsRefusal(actor));
    await requireVisible(db, actor, input.id, input.chat);
    const { acts, olderMessages, typing } = driverFacts(driver);
    return { ...(await readThread(platform, actor, input)), abilities: { acts: [...acts], olderMessages, typing } };
  }),

  groups: chats.groups.handler(async ({ input: { id, ...page }, context: { actor, db } }) => {
    await requireReadableEngine(db, actor, id);
    const { rows, total } = await listGroups(db, {
      engineId: id,
      ...page,
      isSeen: isGroupVisible(await sightOf(db, actor)),
    });
    return { data: rows, total };
  }),

  groupInfo: chats.groupInfo.handler(async ({ input, context: { actor, perform } }) => {
    const { description, ...info } = await perform(requestGroupInfo, input);
    return { ...info, description: redactText(actor, description) };
  }),

  fetchFile: chats.fetchFile.handler(({ input, context: { perform } }) => perform(fetchFile, input)),

  picture: chats.picture.handler(({ input, context: { perform } }) => perform(fetchPicture, input)),

  act: chats.act.handler(({ input, context: { perform } }) => perform(actOnChat, input)),

  dismissAct: chats.dismissAct.handler(async ({ input, context: { perform } }) => {
    await perform(dismissAct, input);
    return { ok: true };
  }),

  typing: chats.typing.handler(async ({ input, context: { perform } }) => {
    await perform(showTyping, input);
    return { ok: true };
  }),

  loadOlder: chats.loadOlder.handler(({ input, context: { perform } }) => perform(loadOlder, input)),
};
