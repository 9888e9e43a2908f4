import type { PersonalDataReport } from '@switchyard/contracts/contacts/personal-data';
import { sql } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { changeContactsRefusal } from './contacts.policy.ts';
import { erasedRows, findFilesOf, findKept, findSubject, table } from './personal-data.queries.ts';

type Deps = ActionDeps & Pick<Platform, 'personalData' | 'keepsFiles'>;

/**
 * Erases everything that names a number in the actor's workspace, in one transaction, and reports what was erased and
 * what is kept. Higher domains go first, because their rows refer to those of lower ones.
 */
export const erasePerson: Action<{ mobile: string }, PersonalDataReport & { auditId: string }, Deps> = (
  { db, personalData, keepsFiles },
  actor,
  { mobile },
) =>
  db.transaction(async (tx) => {
    authorize(changeContactsRefusal(actor));
    const { workspaceId } = actor;
    const subject = await findSubject(tx, workspaceId, mobile);
    const report: PersonalDataReport = { mobile, counts: [], kept: [] };
    const files = await findFilesOf(tx, personalData, subject);
    const erased = new Set<(typeof personalData)[number]>();
    for (const part of personalData.toReversed()) {
      const where = erasedRows(part, subject);
      if (!where) continue;
      const { rowCount } = await tx.execute(
        part.erase !== 'delete' && 'set' in part.erase
          ? sql`update ${table(part)} t set ${part.erase.set(subject)} where ${where}`
          : sql`delete from ${table(part)} t where ${where}`,
      );
      if (!rowCount) continue;
      erased.add(part);
      report.counts.push({ kind: part.kind, count: rowCount });
    }
    for (const part of personalData) {
      const rowsKept = await findKept(tx, part, subject);
      if (rowsKept) report.kept.push(rowsKept);
    }
    await eraseFiles(tx, { workspaceId, files, keepsFiles }, report);
    const counts = Object.fromEntries(report.counts.map(({ kind, count }) => [kind, count]));
    const keptCounts = Object.fromEntries(report.kept.map(({ kind, count }) => [kind, count]));
    // By contact id only, so that the log does not name the erased person.
    const auditId = await writeAudit(tx, actor, {
      action: 'contact.erase',
      subject: subject.contactId,
      details: { counts, kept: keptCounts },
    });
    const events = [...erased].flatMap(({ changed }) => changed?.(workspaceId) ?? []);
    return { result: { ...report, auditId }, events };
  });

/** Deletes files that nothing uses any more; shared ones stay. */
async function eraseFiles(
  tx: Db,
  { workspaceId, files, keepsFiles }: { workspaceId: string; files: string[]; keepsFiles: readonly string[] },
  report: PersonalDataReport,
): Promise<void> {
  if (files.length === 0) return;
  const { rows } = await tx.execute<{ id: string; content_id: string }>(sql`
    delete from files f where f.workspace_id = ${workspaceId} and f.id in ${files}
      and not (${sql.raw(keepsFiles.join(' or '))}) returning f.id, f.content_id`);
  if (rows.length > 0) {
    report.counts.push({ kind: 'file', count: rows.length });
    await tx.execute(sql`
      delete from file_contents c where c.id in ${rows.map((row) => row.content_id)}
        and not exists (select from files f where f.content_id = c.id)`);
  }
  const gone = new Set(rows.map(({ id }) => id));
  const ids = files.filter((id) => !gone.has(id));
  if (ids.length > 0) report.kept.push({ kind: 'file', reason: 'shared', count: ids.length, ids: ids.slice(0, 100) });
}
