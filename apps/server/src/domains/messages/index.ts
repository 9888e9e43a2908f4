export { cancelMessages, holdMessages, releaseMessages } from './campaign-messages.ts';
export { cancelMessage } from './cancel-message.ts';
export { chatMessagesStored } from './chat-messages-stored.ts';
export { countAutomated } from './count-automated.ts';
export { momentAt, readDueMoment } from './due-moment.ts';
export { editMessage } from './edit-message.ts';
export { explainHolds } from './explain-holds.ts';
export { insertMessages, type NewMessage } from './insert-messages.ts';
export { ASKING_LANES, batchLanes, type LaneRequest, laneColumns } from './lane/batch-lanes.ts';
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
export { makeOnce } from './make-once.ts';
export { messagesDomain } from './messages.domain.ts';
export { laneDue, messagesStale } from './messages.events.ts';
export { type MessageRow, presentMessage } from './messages.present.ts';
export { enginesOfMessages, findMessage, findOutgoing } from './messages.queries.ts';
export { keepFilesWhere } from './purge-files.ts';
export { redactFor } from './readable-texts.ts';
export { mobileOfWhatsAppId } from './recipient.ts';
export { removeMessage } from './remove-message.ts';
export { scheduleMessage } from './schedule-messages.ts';
export { type AutomatedMessage, prepareAutomated, sendAutomated } from './send-automated.ts';
export { withdrawAutomated } from './withdraw-automated.ts';
export type { NewChatMessage, StoredChatMessages } from './written-messages.ts';
