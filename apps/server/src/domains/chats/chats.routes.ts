import { operations, signedIn } from '../../platform/http/operations.ts';
import type { Actor } from '../../platform/http/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { findEngine } from '../engines/index.ts';
import { listChats } from './list-chats.ts';
import { readChat } from './read-chat.ts';

const { chats } = operations;

/** What people wrote is for their workspace only: an admin of the platform reads it in support mode, which is shown and recorded. */
const isOwn = async ({ database }: Platform, { workspaceId }: Actor, engineId: string): Promise<boolean> =>
  (await findEngine(database.db, { engineId, workspaceId })) !== null;

export const chatsRouter = {
  list: chats.list.use(signedIn).handler(async ({ input: { id, ...page }, context: { actor, platform }, errors }) => {
    if (!(await isOwn(platform, actor, id))) throw errors.NOT_FOUND();
    return listChats(platform.database.pool, { engineId: id, ...page });
  }),

  messages: chats.messages
    .use(signedIn)
    .handler(async ({ input: { id, chat, limit, before }, context: { actor, platform }, errors }) => {
      if (!(await isOwn(platform, actor, id))) throw errors.NOT_FOUND();
      return readChat(platform.database.pool, { engineId: id, chat, limit, before });
    }),
};
