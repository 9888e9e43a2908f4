import { and, desc, eq, gte, ilike, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/text-search.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { auditEntries } from '../../audit/audit.schema.ts';
import { engines } from '../../engines/engines.schema.ts';
import { podDeletions } from '../cluster.schema.ts';
import { CLUSTER_ACTS } from '../record-cluster-action.ts';

interface ActFilter {
  search?: string | undefined;
  cause?: string | undefined;
  outcome?: string | undefined;
  hit?: 'some' | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const text = (value: SQL | string) => sql<string>`${value}::text`;

/** A page of acts on the cluster, newest first: deletions from their own records, the rest from the audit log. */
export async function findActs(db: Db, { limit, skip, ...filter }: ActFilter & { limit: number; skip: number }) {
  const acts = unionAll(deletions(db, filter), otherActs(db, filter)).as('acts');
  const rows = await db.select().from(acts).orderBy(desc(acts.at), desc(acts.id)).limit(limit).offset(skip);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(acts);
  return { rows, total: counted?.total ?? 0 };
}

export type ActRecord = Awaited<ReturnType<typeof findActs>>['rows'][number];

function deletions(db: Db, { search, cause, outcome, hit, from, until }: ActFilter) {
  const like = search && containing(search);
  return db
    .select({
      id: podDeletions.id,
      at: podDeletions.createdAt,
      action: text(sql`'pod.' || ${podDeletions.act}`).as('action'),
      subject: sql<string>`${podDeletions.podName}`.as('subject'),
      namespace: text(sql`${podDeletions.namespace}`).as('namespace'),
      nodeName: text(sql`${podDeletions.nodeName}`).as('node_name'),
      podUid: text(sql`${podDeletions.podUid}`).as('pod_uid'),
      podStatus: text(sql`${podDeletions.podStatus}`).as('pod_status'),
      cause: sql<string | null>`${podDeletions.cause}`.as('cause'),
      via: text(sql`${podDeletions.via}`).as('via'),
      outcome: text(sql`${podDeletions.outcome}`).as('outcome'),
      failure: sql<string | null>`${podDeletions.failure}`.as('failure'),
      actorId: sql<string | null>`${podDeletions.actorId}`.as('actor_id'),
      actorName: text(sql`${podDeletions.actorEmail}`).as('actor_name'),
      sessions: sql<string[]>`${podDeletions.sessions}`.as('sessions'),
      details: sql<Record<string, unknown>>`'{}'::jsonb`.as('details'),
    })
    .from(podDeletions)
    .where(
      and(
        like
          ? or(
              ilike(podDeletions.podName, like),
              ilike(podDeletions.nodeName, like),
              ilike(podDeletions.actorEmail, like),
            )
          : undefined,
        cause ? eq(podDeletions.cause, cause) : undefined,
        outcome ? eq(podDeletions.outcome, outcome) : undefined,
        hit ? ne(podDeletions.sessions, []) : undefined,
        from ? gte(podDeletions.createdAt, new Date(from)) : undefined,
        until ? lt(podDeletions.createdAt, new Date(until)) : undefined,
      ),
    );
}

function otherActs(db: Db, { search, cause, outcome, hit, from, until }: ActFilter) {
  const like = search && containing(search);
  // These acts have no cause, affect no session, and are recorded only when done.
  const isListed = !cause && !hit && (outcome === undefined || outcome === 'done');
  const none = text('');
  return db
    .select({
      id: auditEntries.id,
      at: auditEntries.createdAt,
      action: text(sql`${auditEntries.action}`).as('action'),
      subject: sql<string>`coalesce(${auditEntries.subject}, '')`.as('subject'),
      namespace: none.as('namespace'),
      nodeName: none.as('node_name'),
      podUid: none.as('pod_uid'),
      podStatus: none.as('pod_status'),
      cause: sql<string | null>`null::text`.as('cause'),
      via: text('api').as('via'),
      outcome: text('done').as('outcome'),
      failure: sql<string | null>`null::text`.as('failure'),
      actorId: sql<string | null>`${auditEntries.actorId}`.as('actor_id'),
      actorName: text(sql`${auditEntries.actorName}`).as('actor_name'),
      sessions: sql<string[]>`'[]'::jsonb`.as('sessions'),
      details: sql<Record<string, unknown>>`${auditEntries.details}`.as('details'),
    })
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.action, [...CLUSTER_ACTS]),
        isListed ? undefined : sql`false`,
        like ? or(ilike(auditEntries.subject, like), ilike(auditEntries.actorName, like)) : undefined,
        from ? gte(auditEntries.createdAt, new Date(from)) : undefined,
        until ? lt(auditEntries.createdAt, new Date(until)) : undefined,
      ),
    );
}

/** Owners of engine sessions by id; deleted engines are omitted. */
export async function findOwners(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: engines.id, name: users.name, email: users.email })
    .from(engines)
    .leftJoin(users, eq(users.id, engines.ownerId))
    .where(inArray(engines.id, [...ids]));
  return new Map(rows.map(({ id, name, email }) => [id, name || email || '']));
}
