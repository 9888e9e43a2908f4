import type { MessageRow } from '../messages.present.ts';
import { inheritedContent } from './message-content.ts';
import { toExtrasInput } from './message-extras.ts';
import type { scheduleMessage } from './schedule-messages.ts';

/** The same content to the same person, or to the same group through the same engine, due now. */
export const toResendInput = (row: MessageRow): Parameters<typeof scheduleMessage>[2] => ({
  ...inheritedContent(row),
  contactList: [{ ...row.contactList[0], mobile: row.recipient }],
  message: row.body,
  ...toExtrasInput(row),
  zone: row.zone,
  pastDue: 'refuse',
  status: 'pending',
  retryCount: 0,
  isRecurring: row.isRecurring,
  retryOf: row.id,
  groupEngineId: row.engineId,
});
