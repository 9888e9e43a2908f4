import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { contactFields } from './contacts.schema.ts';

/** By which a custom field is kept, and found as a variable of a text. */
export const fieldKey = (name: string): string => name.trim().toLowerCase();

/** The custom fields of a workspace, by name. */
export const listFields = (db: Db, workspaceId: string): Promise<{ key: string; name: string }[]> =>
  db
    .select({ key: contactFields.key, name: contactFields.name })
    .from(contactFields)
    .where(eq(contactFields.workspaceId, workspaceId))
    .orderBy(asc(contactFields.key));

/** Makes sure that the workspace knows these fields. @returns the values by key, without blank ones */
export async function keepFields(
  tx: Db,
  workspaceId: string,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
  await knowFields(
    tx,
    workspaceId,
    filled.map(([name]) => name),
  );
  return Object.fromEntries(filled.map(([name, value]) => [fieldKey(name), value.trim().replaceAll('\0', '')]));
}

/** Makes sure that the workspace knows fields of these names. */
export async function knowFields(tx: Db, workspaceId: string, names: readonly string[]): Promise<void> {
  const byKey = new Map(names.map((name) => [fieldKey(name), name.trim()]));
  if (byKey.size === 0) return;
  const rows = [...byKey].sort().map(([key, name]) => ({ workspaceId, key, name }));
  await tx.insert(contactFields).values(rows).onConflictDoNothing();
}
