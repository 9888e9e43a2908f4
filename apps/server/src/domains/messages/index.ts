export { messagesDomain } from './messages.domain.ts';
export { scheduleMessage } from './schedule-messages.ts';
