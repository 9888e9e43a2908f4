import { type Domain, reaction } from '../../platform/domain.ts';
import { runHourly } from '../../platform/jobs/hourly.ts';
import { clocksChanged } from '../contacts/index.ts';
import { isOptOut, numberSuppressed, suppress } from '../suppression/index.ts';
import { notifyThroughEngine } from './automated/notify-through-engine.ts';
import { withdrawSuppressed } from './automated/withdraw-suppressed.ts';
import { chatMessagesStored } from './chats/chat-messages-stored.ts';
import { startChatRedelivery } from './chats/redeliver-chats.ts';
import { holdRestored } from './holds/hold-restored.ts';
import { changeHeartbeatSecret } from './lane/heartbeat.ts';
import { serveLane } from './lane/lane.http.ts';
import { markSendersKnown } from './lane/mark-senders-known.ts';
import { pokeLane } from './lane/poke.ts';
import { releaseQuiet } from './lane/release-quiet.ts';
import { startZombieWatch } from './lane/restart-zombies.ts';
import { startLaneSweep } from './lane/sweep.ts';
import { startFillingTexts } from './list/fill-message-texts.ts';
import { messageMeasures } from './message-measures.ts';
import { laneDue } from './messages.events.ts';
import { messagesNotices } from './messages.notices.ts';
import { messagesPersonalData } from './messages.personal-data.ts';
import { messagesRouter } from './messages.routes.ts';
import { messageTools } from './messages.tools.ts';
import { detachDeletedEngine } from './numbers/detach-deleted-engine.ts';
import { notifyDigest } from './overdue/digest.ts';
import { purgeFiles } from './purge-files.ts';
import { extendDueSeries } from './series/extend-due.ts';

export { cancelMessages, holdMessages, releaseMessages } from './automated/campaign-messages.ts';
export { countAutomated } from './automated/count-automated.ts';
export { type AutomatedMessage, prepareAutomated, sendAutomated } from './automated/send-automated.ts';
export { withdrawAutomated } from './automated/withdraw-automated.ts';
export { cancelMessage } from './change/cancel-message.ts';
export { editMessage } from './change/edit-message.ts';
export { removeMessage } from './change/remove-message.ts';
export { chatMessagesStored } from './chats/chat-messages-stored.ts';
export type { NewChatMessage, StoredChatMessages } from './chats/stored-chat-messages.ts';
export { explainHolds } from './holds/explain-holds.ts';
export { batchLanes, FENCED_LANES, type LaneRequest, laneColumns } from './lane/batch-lanes.ts';
export { countersOf, LANE_COLUMNS, type LaneRow, rulesOf } from './lane/lane-row.ts';
export {
  advance as advanceLane,
  dailyCapUntil,
  type LaneCounters,
  type LaneRules,
  ownQuietRules,
  type QuietRules,
  quietUntil,
  restrictionNow,
  warmingUp,
} from './lane/pacing.ts';
export { listMessages } from './list/list-messages.ts';
export { laneDue, messagesStale } from './messages.events.ts';
export { type MessageRow, presentMessage } from './messages.present.ts';
export { enginesOfMessages, findMessage, findOutgoing } from './messages.queries.ts';
export { redactFor } from './read/redact.ts';
export { mobileOfWhatsAppId } from './recipients/recipient.ts';
export { readRuleIn } from './series/read-recurrence.ts';
export { chatIsSeen, type Reader, recipientsSeenBy, type Sight, seriesSeenBy, sightOf, viewerId } from './sight.ts';
export { momentAt, readDueMoment } from './write/due-moment.ts';
export { insertMessages, type NewMessage } from './write/insert-messages.ts';
export { makeOnce } from './write/make-once.ts';
export { scheduleMessage } from './write/schedule-messages.ts';

/** A chat message that is only a word such as STOP opts its author out. In a group it is meant for others. */
const applyOptOuts = chatMessagesStored.hook('stop-words', async (tx, { workspaceId, chat, messages }, hooks) => {
  const optOut = messages.find(({ by, kind, text }) => by === 'them' && kind === 'text' && isOptOut(text));
  if (!optOut || !chat.startsWith('+')) return [];
  const rule = { userId: null, fullName: 'stop words', workspaceId, onBehalfOf: null } as const;
  const { events } = await suppress({ db: tx, hooks }, rule, {
    mobile: chat,
    cause: 'stop-word',
    words: optOut.text.trim(),
  });
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
  hooks: [
    applyOptOuts,
    markSendersKnown,
    detachDeletedEngine,
    notifyThroughEngine,
    numberSuppressed.hook('messages', withdrawSuppressed),
    clocksChanged.hook('messages', releaseQuiet),
  ],
  reactions: [reaction(laneDue, (platform, { engineId, dueAt }) => pokeLane(platform, engineId, dueAt))],
  keepsFiles: [
    'exists (select from messages m where m.file_id = f.id and not m.deleted)',
    `exists (select from message_series s where s.file_id = f.id and s.next_slot is not null and s.state <> 'cancelled')`,
  ],
  http: serveLane,
  personalData: messagesPersonalData,
  changeSecret: changeHeartbeatSecret,
  async work(platform) {
    const { database, config, keepsFiles, log } = platform;
    const files = await runHourly(platform, 'forget-files', async () => {
      const count = await purgeFiles(database.pool, keepsFiles, config.fileKeepDays);
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
    const jobs = [
      startLaneSweep(platform),
      startZombieWatch(platform),
      startChatRedelivery(platform),
      startFillingTexts(platform),
      files,
      series,
      digest,
    ];
    return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
  },
};
