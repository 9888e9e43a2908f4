import { MAX_KEPT_IDS, type PersonalDataReport } from '@switchyard/contracts/contacts/personal-data';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { DataSubject, PersonalData } from '../../platform/personal-data.ts';
import { contacts } from './contacts.schema.ts';

/** The person with this number in a workspace. */
export async function findSubject(db: Db, workspaceId: string, mobile: string): Promise<DataSubject> {
  const [contact] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.mobile, mobile)));
  return { workspaceId, mobile, contactId: contact?.id ?? null };
}

export const table = ({ table }: PersonalData): SQL => sql.identifier(table).getSQL();

/** Condition for rows that an erasure keeps; null for none. */
export function keptRows(part: PersonalData, subject: DataSubject): SQL | null {
  if (part.erase !== 'delete' && 'keep' in part.erase) return part.of(subject);
  return part.unless ? sql`(${part.of(subject)}) and (${part.unless.where})` : null;
}

/** Condition for rows that an erasure changes or deletes; null for none. */
export function erasedRows(part: PersonalData, subject: DataSubject): SQL | null {
  if (part.erase !== 'delete' && 'keep' in part.erase) return null;
  return part.unless ? sql`(${part.of(subject)}) and not (${part.unless.where})` : part.of(subject);
}

export const keptReason = ({ erase, unless }: PersonalData) =>
  erase !== 'delete' && 'keep' in erase ? erase.keep : (unless?.reason ?? 'record');

/** What an erasure keeps of one part. */
export async function findKept(
  db: Db,
  part: PersonalData,
  subject: DataSubject,
): Promise<PersonalDataReport['kept'][number] | null> {
  const where = keptRows(part, subject);
  if (!where) return null;
  const id = sql.identifier(part.idColumn ?? 'id');
  const { rows } = await db.execute<{ count: number; ids: string[] | null }>(sql`
    select count(*)::int as count, (array_agg(t.${id}::text order by t.${id}))[1:${sql.raw(String(MAX_KEPT_IDS))}] as ids
    from ${table(part)} t where ${where}`);
  const { count = 0, ids = null } = rows[0] ?? {};
  return count === 0 ? null : { kind: part.kind, reason: keptReason(part), count, ids: ids ?? [] };
}

/** Files used by a person's rows. */
export async function findFilesOf(db: Db, parts: readonly PersonalData[], subject: DataSubject): Promise<string[]> {
  const ids = new Set<string>();
  for (const part of parts) {
    if (!part.fileColumn) continue;
    const column = sql.identifier(part.fileColumn);
    const { rows } = await db.execute<{ id: string }>(
      sql`select distinct t.${column} as id from ${table(part)} t where ${part.of(subject)} and t.${column} is not null`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

/** What the workspace has on a person by kind, and what an erasure would currently keep. */
export async function findPersonalData(
  db: Db,
  parts: readonly PersonalData[],
  { workspaceId, mobile }: { workspaceId: string; mobile: string },
): Promise<PersonalDataReport> {
  const subject = await findSubject(db, workspaceId, mobile);
  const report: PersonalDataReport = { mobile, counts: [], kept: [] };
  for (const part of parts) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${table(part)} t where ${part.of(subject)}`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) report.counts.push({ kind: part.kind, count });
    const kept = await findKept(db, part, subject);
    if (kept) report.kept.push(kept);
  }
  const files = await findFilesOf(db, parts, subject);
  if (files.length > 0) report.counts.push({ kind: 'file', count: files.length });
  return report;
}
