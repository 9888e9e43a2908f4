import type { Domain } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { whenClocksChange } from '../contacts/index.ts';
import { isOptOut, onSuppressed, suppress } from '../suppression/index.ts';
import { chatMessagesStored } from './chat-messages-stored.ts';
import { notifyDigest } from './digest.ts';
import { detachDeletedEngine } from './gone-engine.ts';
import { holdRestored } from './hold-restored.ts';
import { changeHeartbeatSecret } from './lane/heartbeat.ts';
import { markSendersKnown } from './lane/known-by-writing.ts';
import { serveLane } from './lane/lane.http.ts';
import { releaseQuiet } from './lane/release-quiet.ts';
import { startZombieWatch } from './lane/restart-zombies.ts';
import { startLaneSweep } from './lane/sweep.ts';
import { keepMessageTexts } from './list/fill-message-texts.ts';
import { messageMeasures } from './message-measures.ts';
import { messagesNotices } from './messages.notices.ts';
import { messagesRouter } from './messages.routes.ts';
import { messageTools } from './messages.tools.ts';
import { purgeFiles } from './purge-files.ts';
import { startChatRedelivery } from './redeliver-chats.ts';
import { extendDueSeries } from './series/extend-due.ts';
import { notifyThroughEngine } from './tell-by-whatsapp.ts';
import { withdrawSuppressed } from './withdraw-suppressed.ts';

onSuppressed(withdrawSuppressed);
whenClocksChange(releaseQuiet);

/** Who writes nothing but a word such as STOP wants no more messages. In a group it is said to others. */
const obeyStopWords = chatMessagesStored.hook('stop-words', async (tx, { workspaceId, chat, messages }) => {
  const stop = messages.find(({ by, kind, text }) => by === 'them' && kind === 'text' && isOptOut(text));
  if (!stop || !chat.startsWith('+')) return [];
  const rule = { userId: null, fullName: 'stop words', workspaceId, onBehalfOf: null } as const;
  const { events } = await suppress(tx, rule, { mobile: chat, cause: 'stop-word', words: stop.text.trim() });
  return events;
});

/** Scheduled messages: the user's view of them, and the lanes that send them. */
export const messagesDomain: Domain = {
  name: 'messages',
  measures: messageMeasures,
  holdRestored,
  notices: messagesNotices,
  routers: { messages: messagesRouter },
  tools: messageTools,
  hooks: [obeyStopWords, markSendersKnown, detachDeletedEngine, notifyThroughEngine],
  http: serveLane,
  changeSecret: changeHeartbeatSecret,
  async work(platform) {
    const { database, config, log } = platform;
    const files = await runHourly(platform, 'forget-files', async () => {
      const count = await purgeFiles(database.pool, config.fileKeepDays);
      if (count > 0) log.info({ count }, 'removed files that no message carries');
    });
    const series = await runHourly(platform, 'extend-series', async () => {
      const { made, events, failed } = await extendDueSeries(database.db, new Date());
      platform.events.dispatch(events);
      if (made > 0) log.info({ made }, 'made messages of series');
      for (const { seriesId, error } of failed) log.error({ err: error, seriesId }, 'a series could not be extended');
    });
    const digest = await runHourly(platform, 'tell-what-waits', async () => {
      platform.events.dispatch(await notifyDigest(database.db));
    });
    const parts = [
      startLaneSweep(platform),
      startZombieWatch(platform),
      startChatRedelivery(platform),
      keepMessageTexts(platform),
      files,
      series,
      digest,
    ];
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
  },
};
