import { and, eq, gt, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { ViewedData } from '../../platform/platform.ts';
import { auditEntries } from './audit.schema.ts';
import { writeAudit } from './write-audit.ts';

/** An open page polls; views within this time count as one. */
const SAME_VIEW_WINDOW = sql`interval '1 minute'`;

/** Records that an actor views another person's data: in support mode, or as a platform admin. */
export async function recordView(
  db: Db,
  actor: Actor,
  operation: string,
  { workspaceId = actor.workspaceId, subject }: ViewedData,
): Promise<void> {
  const details = { operation };
  const isSameView = and(
    sql`${auditEntries.workspaceId} is not distinct from ${workspaceId}`,
    eq(auditEntries.actorId, actor.userId),
    sql`${auditEntries.onBehalfOf} is not distinct from ${actor.onBehalfOf?.userId ?? null}`,
    eq(auditEntries.action, 'support.view'),
    sql`${auditEntries.subject} is not distinct from ${subject ?? null}`,
    sql`${auditEntries.details} ->> 'operation' = ${operation}`,
    gt(auditEntries.createdAt, sql`now() - ${SAME_VIEW_WINDOW}`),
  );
  const [known] = await db.select({ id: auditEntries.id }).from(auditEntries).where(isSameView).limit(1);
  if (known) return;
  await writeAudit(db, actor, { action: 'support.view', workspaceId, details, ...(subject ? { subject } : {}) });
}
