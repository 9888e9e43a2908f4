import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { contactFields } from './contacts.schema.ts';

/** The key under which a custom field is stored, and its variable name in texts. */
export const fieldKey = (name: string): string => name.trim().toLowerCase();

/** The custom fields of a workspace, by name. */
export const listFields = (db: Db, workspaceId: string): Promise<{ key: string; name: string }[]> =>
  db
    .select({ key: contactFields.key, name: contactFields.name })
    .from(contactFields)
    .where(eq(contactFields.workspaceId, workspaceId))
    .orderBy(asc(contactFields.key));

/** Registers the custom fields in the workspace. @returns the values by key, without empty ones */
export async function saveFields(
  tx: Db,
  workspaceId: string,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
  await registerFields(
    tx,
    workspaceId,
    filled.map(([name]) => name),
  );
  return Object.fromEntries(filled.map(([name, value]) => [fieldKey(name), value.trim().replaceAll('\0', '')]));
}

/** Registers custom fields by name. */
export async function registerFields(tx: Db, workspaceId: string, names: readonly string[]): Promise<void> {
  const byKey = new Map(names.map((name) => [fieldKey(name), name.trim()]));
  if (byKey.size === 0) return;
  const rows = [...byKey].sort().map(([key, name]) => ({ workspaceId, key, name }));
  await tx.insert(contactFields).values(rows).onConflictDoNothing();
}
