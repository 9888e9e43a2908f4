import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { ContactEntry } from '@switchyard/contracts/messages/message';
import type { CreateMessage } from '@switchyard/contracts/messages/new-message';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { findEngine } from '../../engines/index.ts';
import { keepFiles } from '../../files/index.ts';
import { NEVER, OVERDUE_AFTER_MS, OVERDUE_HOLD, persistentHold } from '../holds/persistent-holds.ts';
import { laneDue, messagesStale } from '../messages.events.ts';
import { editRefusal } from '../messages.policy.ts';
import type { MessageRow } from '../messages.present.ts';
import { groupIn } from '../recipients/recipient.ts';
import { readDue, readRecipient, readText, textRoleOf } from '../write/draft.ts';
import { draftContext } from '../write/draft-context.ts';
import { isFault } from '../write/due-moment.ts';
import { newWaMessageId } from '../write/insert-messages.ts';
import { parseExtras, toExtrasInput } from '../write/message-extras.ts';
import { type Changes, changeMessage, type MessageAction, type Target } from './change-message.ts';

/** Fields to change: undefined keeps a field, null clears it. */
export interface Edit extends Pick<CreateMessage, 'attachment' | 'poll' | 'quote'> {
  message?: string | undefined;
  contactName?: string | undefined;
  contactList?: ContactEntry[] | undefined;
  dueDate?: string | undefined;
  /** Without `dueDate`: keeps the wall-clock time and moves it to this zone. */
  zone?: string | undefined;
  pastDue: 'refuse' | 'send-now';
}

/** An undo may restore a moment that has passed (`wait`): a late message then waits until a person decides. */
export type EditOrUndo = Omit<Edit, 'pastDue'> & { pastDue: Edit['pastDue'] | 'wait' };

/**
 * Edits or reschedules a pending message.
 * @throws Refusal `INVALID` naming each field, `NOT_FOUND`, `TOO_LATE` (a lane has claimed it, or somebody else has
 *   changed it)
 */
export const editMessage: MessageAction<Target & EditOrUndo> = async (
  { db, clock },
  actor,
  { id, version, ...edit },
) => {
  const spec = { action: 'message.edit' as const, refusal: editRefusal };
  const row = await changeMessage(db, actor, { id, version }, spec, async (before, tx) => {
    const changes = await readEdit(tx, before, edit, clock.now().getTime());
    if (Array.isArray(changes)) throw invalid(changes);
    await keepFiles(tx, typeof changes.fileId === 'string' ? [changes.fileId] : []);
    return isAnotherMessage(changes) ? { ...changes, waMessageId: newWaMessageId() } : changes;
  });
  const due = laneDue(row.workspaceId, { engineId: row.engineId, dueAt: row.claimableAt });
  return { result: row, events: [messagesStale(row.workspaceId), due] };
};

/** To WhatsApp, an id stands for one content and one recipient: changing either needs a new id. */
const isAnotherMessage = ({ body, attachment, quote, recipient }: Changes): boolean =>
  [body, attachment, quote, recipient].some((value) => value !== undefined);

/** Works out what an edit changes. @returns the columns to update, or every fault with its field */
export async function readEdit(
  db: Db,
  before: MessageRow,
  edit: EditOrUndo,
  nowMs: number,
): Promise<Changes | FieldFault[]> {
  const { message, contactName, contactList, dueDate, zone, pastDue } = edit;
  const payload = { message: message ?? before.body, ...mergeExtras(before, edit) };
  const naming = { contactName, contactList: contactList ?? [], attachment: payload.attachment };
  const leavesGroup = contactList !== undefined && isGroupId(before.recipient) && !groupIn(contactList[0] ?? {});
  const through = { groupEngineId: before.engineId };
  const context = await draftContext(db, before.workspaceId, [naming], through, nowMs);
  const newRecipient = leavesGroup ? readRecipient(naming, context) : null;
  const sending = newRecipient && !isFault(newRecipient) ? context.numbers.of(newRecipient.mobile) : null;
  const driver = leavesGroup ? (sending?.driver ?? null) : await driverOf(db, before);
  const faults: FieldFault[] = [];
  const changes: Changes = {};
  const apply = <T extends object>(read: T | FieldFault, change: (value: T) => Changes) => {
    if (isFault(read)) faults.push(read);
    else Object.assign(changes, change(read));
  };

  const { attachment, poll, quote } = edit;
  if ([message, attachment, poll, quote].some((value) => value !== undefined)) {
    const extras = parseExtras(payload, { ...context, driver });
    apply(readText(payload.message, textRoleOf(payload, extras)), ({ text }) => ({ body: text }));
    if (Array.isArray(extras)) faults.push(...extras);
    else Object.assign(changes, extras);
  }
  // A name alone renames the recipient in this message; it never moves the message to another number.
  if (contactName !== undefined && contactList === undefined && contactName.trim() !== '') {
    changes.contactName = contactName.replaceAll('\0', '').trim();
  } else if (contactName !== undefined || contactList !== undefined) {
    apply(readRecipient(naming, context), (recipient) => ({
      contactName: recipient.contactName,
      contactList: recipient.contactList,
      recipient: recipient.mobile,
      // The new recipient may be a first contact or in another zone, so the lane must evaluate the message again.
      ...(recipient.mobile === before.recipient
        ? {}
        : {
            quietExempt: false,
            ...(persistentHold(before) === null && { holdRule: null, claimableAt: claimableFrom(before.dueAt) }),
          }),
      ...(recipient.engine && { engineId: recipient.engine.engineId, goneEngine: null }),
      // The engine that sends to people is not always in the group.
      ...(leavesGroup && sending && { engineId: sending.id, goneEngine: null }),
    }));
  }
  if (dueDate !== undefined || zone !== undefined) {
    const input = {
      dueDate: dueDate ?? before.dueLocal,
      zone: zone ?? context.zone,
      past: pastDue === 'wait' ? ('record' as const) : pastDue,
    };
    apply(readDue(input, context), (due) => ({
      ...due,
      quietExempt: false,
      ...(pastDue === 'wait' ? asLate(due.dueAt, nowMs) : { holdRule: null, claimableAt: claimableFrom(due.dueAt) }),
    }));
  }
  return faults.length > 0 ? faults : changes;
}

/** The extras after an edit. A file replaces a poll, and a poll replaces a file. */
export function mergeExtras(
  before: MessageRow,
  edit: Pick<Edit, 'attachment' | 'poll' | 'quote'>,
): Pick<CreateMessage, 'attachment' | 'poll' | 'quote'> {
  const existing = toExtrasInput(before);
  return {
    attachment: edit.attachment === undefined ? (edit.poll ? null : existing.attachment) : edit.attachment,
    poll: edit.poll === undefined ? (edit.attachment ? null : existing.poll) : edit.poll,
    quote: edit.quote === undefined ? existing.quote : edit.quote,
  };
}

async function driverOf(db: Db, { engineId, workspaceId }: MessageRow): Promise<string | null> {
  return (engineId && (await findEngine(db, { engineId, workspaceId }))?.driver) || null;
}

/** How a message with this due moment waits: if late, as one made late by an outage. */
const asLate = (dueAt: Date, nowMs: number): Changes =>
  dueAt.getTime() < nowMs - OVERDUE_AFTER_MS
    ? { holdRule: OVERDUE_HOLD, claimableAt: new Date(NEVER) }
    : { holdRule: null, claimableAt: dueAt };

/** When the lane may claim a message that is due then, evaluating it again. */
export const claimableFrom = (dueAt: Date): SQL => sql`greatest(${dueAt.toISOString()}::timestamptz, now())`;
