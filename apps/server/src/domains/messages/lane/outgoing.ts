import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import type { MessageBody, QuotedMessage } from '@switchyard/contracts/messages/body';
import { foundOnWhatsapp } from '../../contacts/index.ts';
import { changedAt } from '../messages.events.ts';
import type { Attachment } from '../write/attachment.ts';

/** Columns of `messages m` for an {@link OutgoingRow}. */
export const OUTGOING_COLUMNS = `m.id, m.wa_message_id, m.recipient, m.contact_name, m.body, m.attachment, m.quote, m.attempt, m.in_doubt,
  case when m.verify_contact then not ${foundOnWhatsapp('m.workspace_id', 'm.recipient')} else false end as verify_contact,
  m.status, m.ack, m.version, m.retry_count, ${changedAt('m.updated_at')},
  case when m.quote is not null then
    (select quoted.wire_id from messages quoted where quoted.wa_message_id = m.quote->>'waMessageId' and quoted.engine_id = m.engine_id)
  end as quoted_wire_id`;

export interface OutgoingRow {
  id: string;
  wa_message_id: string;
  recipient: string;
  contact_name: string;
  body: string;
  attachment: Attachment | null;
  quote: QuotedMessage | null;
  /** WhatsApp's id of the quoted message. Null: unknown, or not one of this engine's. */
  quoted_wire_id: string | null;
  attempt: number;
  /** The number must be checked first: the user wants it, and it was not found on WhatsApp recently. */
  verify_contact: boolean;
  in_doubt: boolean;
}

/** A row's full content. */
export const bodyOf = ({ body, attachment }: Pick<OutgoingRow, 'body' | 'attachment'>): MessageBody =>
  attachment ? { ...attachment, text: body } : { kind: 'text', text: body };

/** A claimed row in the engine protocol's format. */
export const toOutgoing = (row: OutgoingRow): Outgoing => ({
  _id: row.id,
  waMessageId: row.wa_message_id,
  to: row.recipient,
  contactName: row.contact_name,
  body: bodyOf(row),
  ...(row.quote && { quote: { ...row.quote, ...(row.quoted_wire_id !== null && { wireId: row.quoted_wire_id }) } }),
  attempt: row.attempt,
  verifyContact: row.verify_contact,
  inDoubt: row.in_doubt,
});
