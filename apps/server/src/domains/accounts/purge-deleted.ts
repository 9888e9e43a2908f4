import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import { purgeId } from '../../platform/database/purge-id.ts';
import { depsOf } from '../../platform/perform.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import { auditEntries } from '../audit/audit.schema.ts';
import { planChanges } from '../billing/billing.schema.ts';
import { KEPT_TABLES, memberLeft, purgeWorkspaces } from '../workspaces/index.ts';
import { workspaceMembers, workspaces } from '../workspaces/workspaces.schema.ts';
import { outboxMails, users } from './accounts.schema.ts';
import { dueForDeletion, soleOwnedWorkspaces } from './delete-account.ts';

const GONE = 'Somebody who has gone';

/**
 * Purges workspaces and people whose two weeks are over. A person who has since become the last owner of a shared
 * workspace is skipped until they hand it over.
 */
export async function purgeDeleted(platform: Platform): Promise<void> {
  const { db } = platform.database;
  for (const { id } of await dueForDeletion(db)) {
    try {
      await db.transaction((tx) => purgePerson(platform, tx, id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      platform.log.warn({ userId: id }, 'an account is not deleted yet: others would be left without an owner');
    }
  }
  await purgeWorkspaces(depsOf(platform));
}

async function purgePerson(platform: Platform, tx: Db, userId: string): Promise<void> {
  const isOver = and(eq(users.id, userId), lt(users.deleteAfter, sql`now()`));
  const [person] = await tx.select({ email: users.email }).from(users).where(isOver).for('update');
  if (!person) return;
  const { alone } = await soleOwnedWorkspaces(tx, userId);
  if (alone.length > 0) {
    // Purged the same night with all their contents.
    await tx
      .update(workspaces)
      .set({ deleteAfter: sql`now() - interval '1 second'` })
      .where(inArray(workspaces.id, alone));
    await tx.delete(workspaceMembers).where(inArray(workspaceMembers.organizationId, alone));
  }
  for (const { workspaceId, heirId } of await heirsOf(tx, userId)) {
    await memberLeft.call(depsOf(platform), tx, { workspaceId, userId, heirId });
  }
  const pseudonym = await ensurePlaceholder(tx, userId);
  await tx.update(auditEntries).set({ actorName: GONE, address: null }).where(eq(auditEntries.actorId, userId));
  // The address of sign-ins and failed attempts, and previous addresses.
  const isOfAddress = sql`${auditEntries.action} like 'account.email%' and ${auditEntries.actorId} = ${userId}
    or ${auditEntries.action} like 'account.sign-in%' and (${auditEntries.subject} = ${userId} or ${auditEntries.actorName} = ${person.email.toLowerCase()})`;
  await tx
    .update(auditEntries)
    .set({ actorName: GONE, address: null, details: sql`${auditEntries.details} - '{from,to,device}'::text[]` })
    .where(isOfAddress);
  await tx.delete(outboxMails).where(sql`lower(${outboxMails.to}) in (
    select lower(${person.email}) union all select before from email_changes where user_id = ${userId}
    union all select after from email_changes where user_id = ${userId})`);
  await tx.update(planChanges).set({ userName: GONE }).where(eq(planChanges.userId, userId));
  await tx.delete(users).where(eq(users.id, userId));
  await purgeId(tx, { id: userId, pseudonym, kept: KEPT_TABLES });
}

/** Another owner of each workspace that a person shares. */
async function heirsOf(tx: Db, userId: string): Promise<{ workspaceId: string; heirId: string }[]> {
  const { rows } = await tx.execute<{ workspace_id: string; heir_id: string }>(sql`
    select distinct on (mine.organization_id) mine.organization_id as workspace_id, heir.user_id as heir_id
    from workspace_members mine
      join workspace_members heir on heir.organization_id = mine.organization_id and heir.role = 'owner' and heir.user_id <> mine.user_id
    where mine.user_id = ${userId}
    order by mine.organization_id, heir.created_at, heir.id`);
  return rows.map((row) => ({ workspaceId: row.workspace_id, heirId: row.heir_id }));
}

/**
 * The placeholder user for rows that must name a person: nobody can sign in as it. Created only if a foreign key
 * requires it.
 * @returns its id, or an unused id if none was needed
 */
async function ensurePlaceholder(tx: Db, userId: string): Promise<string> {
  const pseudonym = newId();
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as table, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass and confdeltype in ('a', 'r')`);
  for (const { table, column } of rows) {
    const its = sql`${sql.raw(table)} where ${sql.identifier(column)} = ${userId}`;
    const { rows: found } = await tx.execute(sql`select 1 from ${its} limit 1`);
    if (found.length === 0) continue;
    await tx
      .insert(users)
      .values({ id: pseudonym, name: GONE, email: `${pseudonym}@gone.invalid` })
      .onConflictDoNothing();
    await tx.execute(
      sql`update ${sql.raw(table)} set ${sql.identifier(column)} = ${pseudonym} where ${sql.identifier(column)} = ${userId}`,
    );
  }
  return pseudonym;
}
