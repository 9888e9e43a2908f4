import type { ContactOutcome, ImportedContact } from '@switchyard/contracts/contacts/import';
import type { Text } from '@switchyard/contracts/text/registry';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { HookDeps } from '../../platform/hooks.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { followClocks } from './clock-changed.ts';
import { ensureLabels, requireList } from './collections.ts';
import { contactsStale } from './contacts.events.ts';
import { changeContactsRefusal } from './contacts.policy.ts';
import type { ContactRow } from './contacts.queries.ts';
import { bulkListContacts, contactLabels, contacts } from './contacts.schema.ts';
import { type ImportedFields, mergeFields, type ReadRow, readRow } from './import-row.ts';
import { registerFields } from './save-fields.ts';

interface Import {
  importId: string;
  rows: ImportedContact[];
  listId?: string | undefined;
  keepNames: boolean;
}

interface RowResult {
  row: number;
  outcome: ContactOutcome;
  /** Why the row is refused, or null. */
  reason: Text | null;
}

/** A contact as stored by this call. */
interface StoredFields extends ImportedFields {
  id: string;
  mobile: string;
  importRow: number;
  importOutcome: 'created' | 'updated';
  labels: Set<string>;
}

/**
 * Stores rows of a contact import. A new number creates a contact; a known one is updated where the row has values; a
 * number from an earlier row of the same import only gets its empty fields filled. Every row gets a result, and a
 * repeated call gives the same results.
 * @throws Refusal `FORBIDDEN`; `INVALID` if the list was deleted
 */
export const importContacts: Action<Import, { results: RowResult[] }, HookDeps> = ({ db, hooks }, actor, input) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    const workspace = await findWorkspace(tx, actor.workspaceId);
    if (!workspace) throw new Refusal('NOT_FOUND');
    if (input.listId) await requireList(tx, workspace.id, input.listId);
    const read = input.rows.map((row) => readRow(row, workspace.country));
    const valid = read.filter((row): row is ReadRow => !('reason' in row));
    await registerFields(tx, workspace.id, [...new Set(valid.flatMap((row) => row.fieldNames))]);
    const outcomeOf = await storeRows(tx, workspace.id, valid, input);
    const results = input.rows.map(({ row }, at): RowResult => {
      const parsed = read[at];
      if (parsed && 'reason' in parsed) return { row, outcome: 'refused', reason: parsed.reason };
      return { row, outcome: outcomeOf.get(row) ?? 'merged', reason: null };
    });
    const counts = Object.fromEntries(
      [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, rows]) => [outcome, rows.length]),
    );
    await writeAudit(tx, actor, { action: 'contact.import', subject: input.importId, details: counts });
    const mobiles = valid.filter((row) => row.zone !== null || row.quietHours !== null).map((row) => row.mobile);
    const clocks = await followClocks(hooks, tx, { workspaceId: workspace.id, mobiles });
    return { result: { results }, events: [contactsStale(workspace.id), ...clocks] };
  });

/** Stores the valid rows. @returns the result of each, by row number in the file */
async function storeRows(
  tx: Db,
  workspaceId: string,
  rows: ReadRow[],
  input: Import,
): Promise<Map<number, ReturnType<typeof mergeRow>>> {
  const known = await lockKnown(tx, workspaceId, rows);
  const kept = new Map<string, StoredFields>();
  const outcomeOf = new Map(rows.map((row) => [row.row, mergeRow(kept, row, known.get(row.mobile), input)]));
  // If somebody has just added one of the contacts, try again: it is known now, and rows already stored give the same
  // results.
  const isStored = await writeContacts(tx, workspaceId, [...kept.values()], input);
  return isStored ? outcomeOf : storeRows(tx, workspaceId, rows, input);
}

async function lockKnown(tx: Db, workspaceId: string, rows: ReadRow[]): Promise<Map<string, ContactRow>> {
  const mobiles = [...new Set(rows.map((row) => row.mobile))];
  const found = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.workspaceId, workspaceId), inArray(contacts.mobile, mobiles)))
    .orderBy(asc(contacts.id))
    .for('update');
  return new Map(found.map((row) => [row.mobile, row]));
}

/** Merges a row into what this call will store. @returns the row's result */
function mergeRow(
  kept: Map<string, StoredFields>,
  row: ReadRow,
  known: ContactRow | undefined,
  { importId, keepNames }: Import,
): 'created' | 'updated' | 'merged' {
  const earlier = kept.get(row.mobile);
  if (earlier) {
    kept.set(row.mobile, {
      ...earlier,
      ...mergeFields(row, earlier),
      labels: new Set([...earlier.labels, ...row.labels]),
    });
    return 'merged';
  }
  const base = { mobile: row.mobile, labels: new Set(row.labels) };
  if (!known) {
    const mergedFields = mergeFields({ ...row, name: row.name || row.mobile }, row);
    kept.set(row.mobile, { ...base, ...mergedFields, id: newId(), importRow: row.row, importOutcome: 'created' });
    return 'created';
  }
  const isSameImport = known.importId === importId && known.importRow !== null && known.importOutcome !== null;
  if (isSameImport && known.importOutcome && known.importRow !== null) {
    const { importRow, importOutcome } = known;
    kept.set(row.mobile, { ...base, ...mergeFields(row, known), id: known.id, importRow, importOutcome });
    return importRow === row.row ? importOutcome : 'merged';
  }
  const mergedFields = keepNames
    ? { ...mergeFields(known, row), name: known.name || row.name }
    : mergeFields(known, row);
  kept.set(row.mobile, { ...base, ...mergedFields, id: known.id, importRow: row.row, importOutcome: 'updated' });
  return 'updated';
}

/**
 * Writes the contacts, their labels and list memberships: a few statements for any number of contacts.
 * @returns false if somebody else has added some of them since the look-up; those are left unchanged
 */
async function writeContacts(
  tx: Db,
  workspaceId: string,
  kept: StoredFields[],
  { importId, listId }: Import,
): Promise<boolean> {
  if (kept.length === 0) return true;
  const rows = kept
    .map(({ labels: _, ...contact }) => ({ ...contact, workspaceId, importId }))
    .sort((a, b) => (a.mobile < b.mobile ? -1 : 1));
  const written = await tx
    .insert(contacts)
    .values(rows)
    .onConflictDoUpdate({
      target: [contacts.workspaceId, contacts.mobile],
      set: {
        name: sql`excluded.name`,
        firstName: sql`excluded.first_name`,
        lastName: sql`excluded.last_name`,
        zone: sql`excluded.zone`,
        quietHours: sql`excluded.quiet_hours`,
        fields: sql`excluded.fields`,
        consentAt: sql`excluded.consent_at`,
        consentSource: sql`excluded.consent_source`,
        consentText: sql`excluded.consent_text`,
        importId: sql`excluded.import_id`,
        importRow: sql`excluded.import_row`,
        importOutcome: sql`excluded.import_outcome`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${contacts.id} = excluded.id`,
    })
    .returning({ id: contacts.id, mobile: contacts.mobile });
  const idOf = new Map(written.map(({ mobile, id }) => [mobile, id]));
  const labelIds = await ensureLabels(tx, workspaceId, [...new Set(kept.flatMap((contact) => [...contact.labels]))]);
  const labelled = kept.flatMap(({ mobile, labels }) =>
    [...labels].flatMap((label) => {
      const collectionId = labelIds.get(label.toLowerCase());
      const contactId = idOf.get(mobile);
      return collectionId && contactId ? [{ contactId, collectionId }] : [];
    }),
  );
  if (labelled.length > 0) await tx.insert(contactLabels).values(labelled).onConflictDoNothing();
  if (listId) {
    const members = written.map(({ id: contactId }) => ({ contactId, collectionId: listId }));
    await tx.insert(bulkListContacts).values(members).onConflictDoNothing();
  }
  return written.length === kept.length;
}
