import { randomBytes } from 'node:crypto';
import type { InferInsertModel } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { messages } from '../../messages/messages.schema.ts';
import type { ContactRow } from './story.ts';

export type NewMessage = InferInsertModel<typeof messages>;

const ZONE = 'Europe/London';
const DELIVERED_AFTER_MS = 7_000;
const READ_AFTER_MS = 95_000;

/** An id in WhatsApp's format. */
export const waMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

/** A message to a contact, written and sent at the same time. `ack`: 0 failed, 1 sent, 2 delivered, 3 read. */
export function sentMessage(
  { workspaceId, engineId }: { workspaceId: string; engineId: string | null },
  {
    to,
    text,
    at,
    ack = 3,
    ...more
  }: { to: Pick<ContactRow, 'name' | 'mobile'>; text: string; at: Date; ack?: number } & Partial<NewMessage>,
): NewMessage {
  const after = (ms: number) => new Date(at.getTime() + ms);
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).toPlainDateTime();
  return {
    workspaceId,
    engineId,
    contactName: to.name,
    contactList: [{ name: to.name, mobile: to.mobile }],
    recipient: to.mobile,
    body: text,
    status: ack === 0 ? 'failed' : 'sent',
    ack,
    attempt: 1,
    dueAt: at,
    dueLocal: local.toString({ smallestUnit: 'minute' }),
    zone: ZONE,
    claimableAt: at,
    createdAt: at,
    updatedAt: at,
    waMessageId: waMessageId(),
    ...(ack >= 1 ? { sentAt: at } : {}),
    ...(ack >= 2 ? { deliveredAt: after(DELIVERED_AFTER_MS) } : {}),
    ...(ack >= 3 ? { readAt: after(READ_AFTER_MS) } : {}),
    ...more,
  };
}
