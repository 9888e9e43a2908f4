import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import type { HookDeps } from '../../platform/hooks.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { followClocks } from './clock-changed.ts';
import { contactsStale } from './contacts.events.ts';
import { changeContactsRefusal } from './contacts.policy.ts';
import type { ContactRow } from './contacts.queries.ts';
import { contacts } from './contacts.schema.ts';

/**
 * Merges contacts into one. It keeps its number and name, takes the fields, zone and consent that it lacks from the
 * others in order, and gets all their labels and lists; the others and their numbers are deleted.
 * @throws Refusal `NOT_FOUND` if any of them does not exist (any more); then nothing was changed
 */
export const mergeContacts: Action<{ id: string; others: string[] }, ContactRow, HookDeps> = (
  { db, hooks },
  actor,
  { id, others },
) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    const otherIds = [...new Set(others)].filter((otherId) => otherId !== id);
    const rows = await tx
      .select()
      .from(contacts)
      .where(and(eq(contacts.workspaceId, actor.workspaceId), inArray(contacts.id, [id, ...otherIds])))
      .orderBy(asc(contacts.id))
      .for('update');
    const target = rows.find((row) => row.id === id);
    const merged = otherIds.flatMap((otherId) => rows.find((row) => row.id === otherId) ?? []);
    if (!target || merged.length < otherIds.length || merged.length === 0) throw new Refusal('NOT_FOUND');
    for (const members of ['contact_labels', 'bulk_list_contacts']) {
      await tx.execute(sql`
        insert into ${sql.identifier(members)} (contact_id, collection_id)
        select distinct ${id}::uuid, collection_id from ${sql.identifier(members)} where contact_id = any (${sql.param(otherIds)}::uuid[])
        on conflict do nothing`);
    }
    const agreed = [target, ...merged].find((row) => row.consentAt !== null) ?? target;
    await tx.delete(contacts).where(inArray(contacts.id, otherIds));
    const [row] = await tx
      .update(contacts)
      .set({
        fields: Object.assign({}, ...merged.toReversed().map((contact) => contact.fields), target.fields),
        zone: [target, ...merged].find((contact) => contact.zone !== null)?.zone ?? null,
        quietHours: [target, ...merged].find((contact) => contact.quietHours !== null)?.quietHours ?? null,
        firstName: [target, ...merged].find((contact) => contact.firstName !== '')?.firstName ?? '',
        lastName: [target, ...merged].find((contact) => contact.lastName !== '')?.lastName ?? '',
        consentAt: agreed.consentAt,
        consentSource: agreed.consentSource,
        consentText: agreed.consentText,
        updatedAt: sql`now()`,
      })
      .where(eq(contacts.id, id))
      .returning();
    if (!row) throw new Refusal('NOT_FOUND');
    const details = { merged: merged.map((contact) => ({ id: contact.id, mobile: contact.mobile })) };
    await writeAudit(tx, actor, { action: 'contact.merge', subject: id, details });
    const mobiles = rows.map((row) => row.mobile);
    const clocks = await followClocks(hooks, tx, { workspaceId: actor.workspaceId, mobiles });
    return { result: row, events: [contactsStale(actor.workspaceId), ...clocks] };
  });
