import { MAX_RESULTS_PER_KIND } from '@switchyard/contracts/cluster/search';
import { desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/text-search.ts';
import { users } from '../../accounts/accounts.schema.ts';
import { engineLanes, engines } from '../../engines/engines.schema.ts';
import { engineState, type PresenceLookup, standingColumns } from '../../engines/index.ts';
import type { ClusterState } from '../picture/cluster-state.ts';

/** Pods and nodes whose name has the text in it: those that begin with it first, and of these the troubled ones. */
export function findInPicture(picture: ClusterState, text: string) {
  const sought = text.toLowerCase();
  const rank = (name: string, isWell: boolean) => (name.toLowerCase().startsWith(sought) ? 0 : 2) + (isWell ? 1 : 0);
  const best = <Row extends { name: string }>(rows: Iterable<Row>, isWell: (row: Row) => boolean): Row[] =>
    [...rows]
      .filter(({ name }) => name.toLowerCase().includes(sought))
      .map((row) => ({ row, rank: rank(row.name, isWell(row)) }))
      .sort((one, other) => one.rank - other.rank || one.row.name.localeCompare(other.row.name))
      .slice(0, MAX_RESULTS_PER_KIND)
      .map(({ row }) => row);
  return {
    pods: best(picture.pods(), ({ status }) => status === 'Running').map(({ uid, namespace, name, status }) => ({
      uid,
      namespace,
      name,
      status,
    })),
    nodes: best(picture.nodes(), ({ status }) => status === 'Ready').map(({ name, status }) => ({ name, status })),
  };
}

/**
 * Engine sessions by a part of their user's name or address, of their pod's name, or of their id; the latest changed
 * first.
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
