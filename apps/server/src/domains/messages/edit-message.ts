import type { FieldFault } from '@switchyard/contracts/errors';
import type { ContactEntry } from '@switchyard/contracts/messages';
import { type SQL, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { changeWhere, type Target } from './change-message.ts';
import { readDue, readRecipient, readText } from './draft.ts';
import { draftContext } from './draft-context.ts';
import { isFault } from './due-moment.ts';
import { pokeLane } from './lane/poke.ts';
import { tellStale } from './messages.events.ts';
import { canEdit } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';
import { findMessage } from './messages.queries.ts';
import { invalid, notFound } from './messages.refusal.ts';

/** What to change; what is left out stays. */
export interface Edit {
  message?: string | undefined;
  contactName?: string | undefined;
  contactList?: ContactEntry[] | undefined;
  dueDate?: string | undefined;
  /** Without `dueDate`: the same wall-clock time in another zone. */
  zone?: string | undefined;
  pastDue: 'refuse' | 'send-now';
}

/**
 * Edits or reschedules a waiting message.
 * @throws `INVALID` naming each field, `NOT_FOUND`, `TOO_LATE` (a lane has taken it, or someone else has changed it)
 */
export async function editMessage(platform: Platform, target: Target, edit: Edit): Promise<MessageRow> {
  const before = await findMessage(platform.database.db, target.workspaceId, target.id);
  if (!before) throw notFound();
  const changes = await readEdit(platform, before, edit);
  if (Array.isArray(changes)) throw invalid(changes);
  const row = await changeWhere(platform, target, canEdit, changes);
  tellStale(platform.live, row.workspaceId);
  pokeLane(platform, row.engineId, row.claimableAt);
  return row;
}

type Changes = { [Column in keyof MessageRow]?: MessageRow[Column] | SQL };

async function readEdit(platform: Platform, before: MessageRow, edit: Edit): Promise<Changes | FieldFault[]> {
  const { message, contactName, contactList, dueDate, zone, pastDue } = edit;
  const naming = { contactName, contactList: contactList ?? [] };
  const context = await draftContext(platform.database.db, before.workspaceId, [naming], Date.now());
  const faults: FieldFault[] = [];
  const changes: Changes = {};
  const keep = <T extends object>(read: T | FieldFault, change: (value: T) => Changes) => {
    if (isFault(read)) faults.push(read);
    else Object.assign(changes, change(read));
  };

  if (message !== undefined) keep(readText(message), ({ text }) => ({ body: text }));
  // A name alone renames what the recipient is called here; it never moves the message to another number.
  if (contactName !== undefined && contactList === undefined && contactName.trim() !== '') {
    changes.contactName = contactName.replaceAll('\0', '').trim();
  } else if (contactName !== undefined || contactList !== undefined) {
    keep(readRecipient(naming, context), (to) => ({
      contactName: to.contactName,
      contactList: to.contactList,
      recipient: to.mobile,
      // Another recipient may be no first contact, and in another zone: the lane looks at it anew.
      ...(to.mobile === before.recipient ? {} : { holdRule: null, claimableAt: anew(before.dueAt) }),
    }));
  }
  if (dueDate !== undefined || zone !== undefined) {
    const input = { dueDate: dueDate ?? before.dueLocal, zone: zone ?? context.zone, past: pastDue };
    keep(readDue(input, context), (due) => ({ ...due, holdRule: null, claimableAt: anew(due.dueAt) }));
  }
  return faults.length > 0 ? faults : changes;
}

const anew = (dueAt: Date): SQL => sql`greatest(${dueAt.toISOString()}::timestamptz, now())`;
