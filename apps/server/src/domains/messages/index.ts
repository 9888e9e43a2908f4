export { cancelMessages, holdMessages, releaseMessages } from './campaign-messages.ts';
export { chatWritten } from './chat-written.ts';
export { momentAt } from './due-moment.ts';
export { explainHolds } from './explain-holds.ts';
export { keepFilesWhere } from './forget-files.ts';
export { insertMessages, type NewMessage } from './insert-messages.ts';
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
export { ASKING_LANES, type LaneAsk, laneColumns, together } from './lane/together.ts';
export { messagesDomain } from './messages.domain.ts';
export { laneDue, messagesStale } from './messages.events.ts';
export { enginesOfMessages } from './messages.queries.ts';
export { scheduleMessage } from './schedule-messages.ts';
export { type RuleMessage, readByRule } from './send-by-rule.ts';
export { withdrawByRule } from './withdraw-by-rule.ts';
export type { ChatWritten, WrittenMessage } from './written-messages.ts';
