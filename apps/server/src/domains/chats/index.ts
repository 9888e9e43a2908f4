import { randomUUID } from 'node:crypto';
import type { EngineCommand } from '@switchyard/contracts/engine/commands';
import { topics } from '@switchyard/contracts/live/topics';
import { type Domain, reaction } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { serveActs } from './acts.http.ts';
import { actsDue } from './chats.events.ts';
import { chatsPersonalData } from './chats.personal-data.ts';
import { chatsRouter } from './chats.routes.ts';
import { chatTools } from './chats.tools.ts';
import { serveFetchedFiles } from './fetched-file.http.ts';
import { purgeReceived } from './purge-received.ts';
import { serveReceived } from './received.http.ts';
import { isFileHidden } from './sight.ts';

export { actOnChat } from './act-on-chat.ts';
export { changeGroup, requestCommonGroups } from './change-group.ts';
export { fetchFile } from './fetch-file.ts';
export { findChatName } from './find-chat-name.ts';
export { listChats } from './list-chats.ts';
export { listPinned } from './list-pinned.ts';
export { loadOlder } from './load-older.ts';
export { requestGroupInfo } from './request-group-info.ts';
export { type FoundMessage, findChatMessages, searchMessages } from './search-messages.ts';
export { isGroupVisible, visibleChats } from './sight.ts';

/** Incoming WhatsApp messages, and the chats they form with sent ones. */
export const chatsDomain: Domain = {
  name: 'chats',
  routers: { chats: chatsRouter },
  tools: chatTools,
  reactions: [
    reaction(actsDue, ({ broker }, engineId) => {
      const command: EngineCommand = { id: randomUUID(), name: 'acts' };
      broker.publish(topics.engineCommand(engineId), JSON.stringify(command));
    }),
  ],
  hidesFile: isFileHidden,
  personalData: chatsPersonalData,
  keepsFiles: [
    'exists (select from received_messages r where r.file_id = f.id)',
    'exists (select from chat_facts facts where facts.picture_file_id = f.id)',
  ],
  http(server, platform) {
    serveReceived(server, platform);
    serveActs(server, platform);
    serveFetchedFiles(server, platform);
  },
  work: (platform) =>
    runHourly(platform, 'forget-received-messages', async () => {
      const { pool } = platform.database;
      const { receivedKeepDays } = platform.config;
      await pool.query(`delete from file_fetches where until < now() - interval '1 hour'`);
      await pool.query(`delete from chat_acts where settled_at < now() - interval '30 days'`);
      const count = receivedKeepDays === 0 ? 0 : await purgeReceived(pool, receivedKeepDays);
      if (count > 0) platform.log.info({ count, receivedKeepDays }, 'deleted old received messages');
    }),
};
