import type { ContactSelection } from '@switchyard/contracts/contacts/operations';
import { and, eq, inArray } from 'drizzle-orm';
import type { Action, Outcome } from '../../platform/action.ts';
import type { Actor, SystemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { ensureLabels, requireList } from './collections.ts';
import { contactsStale } from './contacts.events.ts';
import { changeContactsRefusal } from './contacts.policy.ts';
import { lockSelected } from './contacts.queries.ts';
import { bulkListContacts, contactLabels, contacts } from './contacts.schema.ts';

type Members = typeof contactLabels | typeof bulkListContacts;
interface ChangeCount {
  changed: number;
}

/** Maximum ids per statement, below the limit of a parameter list. */
const MAX_IDS = 10_000;

/** Adds contacts to a collection or removes them. @returns how many actually changed */
async function setMembers(tx: Db, members: Members, collectionId: string, ids: string[], on: boolean): Promise<number> {
  let changed = 0;
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const part = ids.slice(from, from + MAX_IDS);
    const done = on
      ? await tx
          .insert(members)
          .values(part.map((contactId) => ({ contactId, collectionId })))
          .onConflictDoNothing()
      : await tx.delete(members).where(and(eq(members.collectionId, collectionId), inArray(members.contactId, part)));
    changed += done.rowCount ?? 0;
  }
  return changed;
}

/** Adds contacts to a list or removes them. @throws Refusal `FORBIDDEN`, `INVALID` */
export const setListMembership: Action<{ selection: ContactSelection; listId: string; on: boolean }, ChangeCount> = (
  { db },
  actor,
  { selection, listId, on },
) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    await requireList(tx, actor.workspaceId, listId);
    const ids = await lockSelected(tx, actor.workspaceId, selection);
    const changed = await setMembers(tx, bulkListContacts, listId, ids, on);
    const details = { on, changed };
    if (changed > 0) await writeAudit(tx, actor, { action: 'contact.gather', subject: listId, details });
    return { result: { changed }, events: [contactsStale(actor.workspaceId)] };
  });

/**
 * Adds a label to contacts or removes it; creates the label on first use.
 * @throws Refusal `FORBIDDEN`, `INVALID`
 */
export const labelSelected: Action<{ selection: ContactSelection; label: string; on: boolean }, ChangeCount> = (
  { db },
  actor,
  { selection, label, on },
) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    return labelIn(tx, actor, await lockSelected(tx, actor.workspaceId, selection), label, on);
  });

/** The same for automations, such as bots. Ignores contacts of other workspaces. */
export const labelContacts = (
  { db }: { db: Db },
  actor: Actor | SystemActor,
  { contactIds, label, on = true }: { contactIds: string[]; label: string; on?: boolean },
): Promise<Outcome<ChangeCount>> =>
  db.transaction(async (tx) =>
    labelIn(tx, actor, await lockSelected(tx, actor.workspaceId, { ids: contactIds }), label, on),
  );

async function labelIn(
  tx: Db,
  actor: Actor | SystemActor,
  ids: string[],
  label: string,
  on: boolean,
): Promise<Outcome<ChangeCount>> {
  const { workspaceId } = actor;
  const [labelId] = (await ensureLabels(tx, workspaceId, [label])).values();
  const changed = labelId ? await setMembers(tx, contactLabels, labelId, ids, on) : 0;
  if (labelId && changed > 0) {
    await writeAudit(tx, actor, { action: 'contact.label', subject: labelId, details: { on, changed } });
  }
  return { result: { changed }, events: changed > 0 ? [contactsStale(workspaceId)] : [] };
}

/** Deletes contacts; messages to them stay. @throws Refusal `FORBIDDEN`, `INVALID` */
export const removeContacts: Action<{ selection: ContactSelection }, ChangeCount> = ({ db }, actor, { selection }) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    const ids = await lockSelected(tx, actor.workspaceId, selection);
    for (let from = 0; from < ids.length; from += MAX_IDS) {
      await tx.delete(contacts).where(inArray(contacts.id, ids.slice(from, from + MAX_IDS)));
    }
    if (ids.length > 0) {
      const details = { count: ids.length, ids: ids.slice(0, 1_000) };
      await writeAudit(tx, actor, { action: 'contact.remove', details });
    }
    return { result: { changed: ids.length }, events: [contactsStale(actor.workspaceId)] };
  });
