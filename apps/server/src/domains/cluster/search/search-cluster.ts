import { MAX_RESULTS_PER_KIND } from '@switchyard/contracts/cluster/search';
import { desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/text-search.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { engineLanes, engines } from '../../engines/engines.schema.ts';
import { engineState, type PresenceLookup, standingColumns } from '../../engines/index.ts';
import type { ClusterState } from '../state/cluster-state.ts';

/** Pods and nodes whose name contains the text: those that begin with it first, and within that those in trouble. */
export function searchCluster(clusterState: ClusterState, text: string) {
  const needle = text.toLowerCase();
  const rank = (name: string, isHealthy: boolean) =>
    (name.toLowerCase().startsWith(needle) ? 0 : 2) + (isHealthy ? 1 : 0);
  const best = <Row extends { name: string }>(rows: Iterable<Row>, isHealthy: (row: Row) => boolean): Row[] =>
    [...rows]
      .filter(({ name }) => name.toLowerCase().includes(needle))
      .map((row) => ({ row, rank: rank(row.name, isHealthy(row)) }))
      .sort((a, b) => a.rank - b.rank || a.row.name.localeCompare(b.row.name))
      .slice(0, MAX_RESULTS_PER_KIND)
      .map(({ row }) => row);
  return {
    pods: best(clusterState.pods(), ({ status }) => status === 'Running').map(({ uid, namespace, name, status }) => ({
      uid,
      namespace,
      name,
      status,
    })),
    nodes: best(clusterState.nodes(), ({ status }) => status === 'Ready').map(({ name, status }) => ({ name, status })),
  };
}

/**
 * Engine sessions by part of their user's name or address, their pod's name, or their id; most recently changed first.
 */
export async function findSessions(db: Db, text: string, presence: PresenceLookup) {
  const like = containing(text);
  const rows = await db
    .select({
      ...standingColumns,
      engineId: engines.id,
      podName: engines.podName,
      name: users.name,
      email: users.email,
    })
    .from(engines)
    .leftJoin(users, eq(users.id, engines.ownerId))
    .leftJoin(engineLanes, eq(engineLanes.engineId, engines.id))
    .where(
      or(
        ilike(users.email, like),
        ilike(users.name, like),
        ilike(engines.podName, like),
        ilike(sql`${engines.id}::text`, like),
      ),
    )
    .orderBy(desc(engines.updatedAt), desc(engines.id))
    .limit(MAX_RESULTS_PER_KIND);
  return rows.map(({ engineId, podName, name, email, ...row }) => ({
    engineId,
    podName,
    status: engineState(row, presence(engineId)).status,
    user: name || email || '',
  }));
}
