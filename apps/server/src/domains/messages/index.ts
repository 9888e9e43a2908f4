export { cancelMessages, holdMessages, releaseMessages } from './campaign-messages.ts';
export { momentAt } from './due-moment.ts';
export { explainHolds } from './explain-holds.ts';
export { insertMessages, type NewMessage } from './insert-messages.ts';
export { ASKING_LANES, batchLanes as together, type LaneRequest as LaneAsk, laneColumns } from './lane/batch-lanes.ts';
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
export { messagesDomain } from './messages.domain.ts';
export { laneDue, messagesStale } from './messages.events.ts';
export { enginesOfMessages } from './messages.queries.ts';
export { keepFilesWhere } from './purge-files.ts';
export { scheduleMessage } from './schedule-messages.ts';
export { type AutomatedMessage as RuleMessage, prepareAutomated as readByRule } from './send-automated.ts';
export {
  chatMessagesStored as chatWritten,
  type NewChatMessage as WrittenMessage,
  type StoredChatMessages as ChatWritten,
} from './stored-chat-messages.ts';
export { withdrawAutomated as withdrawByRule } from './withdraw-automated.ts';
