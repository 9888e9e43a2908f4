import { randomBytes } from 'node:crypto';
import type { MessageStatus } from '@switchyard/contracts/messages';
import type pg from 'pg';
import { newId } from '../../platform/database/columns.ts';
import type { Draft } from './draft.ts';

/** A row to be: a draft and where it comes from. */
export interface NewMessage extends Draft {
  workspaceId: string;
  createdBy: string | null;
  engineId: string | null;
  /** Anything but `pending` is history and never enters a lane. */
  status: MessageStatus;
  sentWith: string;
  retryCount: number;
  campaignId: string | null;
  isRecurring: boolean;
  verifyContact: boolean;
  importId: string | null;
  importRow: number | null;
}

/** The WhatsApp id of a new message: `3EB0` and 18 hex digits, as WhatsApp Web makes them. Made once; a row never gets another. */
export const newWaMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

/** One parameter for any number of rows: cheaper to plan and to send than a parameter for each value. */
const INSERT = `
  insert into messages (id, workspace_id, created_by, engine_id, contact_name, contact_list, recipient, body, attachment, file_id, quote, status, ack, due_at, due_local, zone,
    claimable_at, wa_message_id, sent_with, retry_count, campaign_id, is_recurring, verify_contact, import_id, import_row)
  select id, workspace_id, created_by, engine_id, contact_name, contact_list, recipient, body, attachment, file_id, quote, status, case status when 'sent' then 1 else 0 end,
    due_at, due_local, zone, greatest(due_at, now()), wa_message_id, sent_with, retry_count, campaign_id, is_recurring, verify_contact, import_id, import_row
  from json_to_recordset($1::json) as given (id uuid, workspace_id uuid, created_by uuid, engine_id uuid, contact_name text, contact_list jsonb,
    recipient text, body text, attachment jsonb, file_id uuid, quote jsonb, status text, due_at timestamptz, due_local text, zone text, wa_message_id text, sent_with text, retry_count int,
    campaign_id text, is_recurring boolean, verify_contact boolean, import_id uuid, import_row int)
  on conflict (workspace_id, import_id, import_row) where import_id is not null do nothing
  returning id`;

/**
 * Stores new messages in one statement. Rows of an import that are there already are left alone.
 * @returns the id for each message given, in their order; null where the import row was there already.
 */
export async function insertMessages(
  db: Pick<pg.Pool, 'query'>,
  given: readonly NewMessage[],
): Promise<(string | null)[]> {
  const rows = given.map((one) => ({
    id: newId(),
    workspace_id: one.workspaceId,
    created_by: one.createdBy,
    engine_id: one.status === 'pending' ? one.engineId : null,
    contact_name: one.contactName,
    contact_list: one.contactList,
    recipient: one.mobile,
    body: one.body,
    ...(one.attachment && { attachment: one.attachment }),
    ...(one.fileId && { file_id: one.fileId }),
    ...(one.quote && { quote: one.quote }),
    status: one.status,
    due_at: one.dueAt.toISOString(),
    due_local: one.dueLocal,
    zone: one.zone,
    wa_message_id: newWaMessageId(),
    sent_with: one.sentWith,
    retry_count: one.retryCount,
    campaign_id: one.campaignId,
    is_recurring: one.isRecurring,
    verify_contact: one.verifyContact,
    import_id: one.importId,
    import_row: one.importRow,
  }));
  const result = await db.query<{ id: string }>({
    name: 'messages_insert',
    text: INSERT,
    values: [JSON.stringify(rows)],
  });
  const stored = new Set(result.rows.map((row) => row.id));
  return rows.map((row) => (stored.has(row.id) ? row.id : null));
}
