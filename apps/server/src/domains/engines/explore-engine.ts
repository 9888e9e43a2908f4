import { setTimeout as delay } from 'node:timers/promises';
import { engineStatus } from '@switchyard/contracts/engine/protocol';
import type { EngineDetail } from '@switchyard/contracts/engines/detail';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { memoryBytes } from '@switchyard/kubernetes/quantity';
import { count, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { workspaces } from '../workspaces/workspaces.schema.ts';
import { requestFromEngine } from './engine-commands.ts';
import type { EngineRow } from './engines.queries.ts';
import { engines } from './engines.schema.ts';
import { NO_LANE, readLanes } from './lane-facts.ts';

/** Maximum time an opening page waits for the engine and the cluster; missing answers are left out. */
const TIMEOUT_MS = 2_000;

/** What it queries. */
type Deps = Pick<Platform, 'database' | 'broker' | 'cluster' | 'log'>;

/** Details of one engine. */
export async function exploreEngine(deps: Deps, row: EngineRow, engine: Engine): Promise<EngineDetail> {
  const { db } = deps.database;
  const [lanes, workspace, process, podMemoryBytes] = await Promise.all([
    readLanes(db, [row.id]),
    readWorkspace(db, row.workspaceId),
    engine.connection ? readProcess(deps, row.id) : null,
    readMemoryShare(deps, row),
  ]);
  return { engine, workspace, ...(lanes.get(row.id) ?? NO_LANE), process, podMemoryBytes };
}

async function readWorkspace(db: Db, workspaceId: string): Promise<EngineDetail['workspace']> {
  const [found] = await db.select({ name: workspaces.name }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return { _id: workspaceId, name: found?.name ?? '' };
}

/** The engine process's own report. */
async function readProcess({ broker }: Deps, engineId: string): Promise<EngineDetail['process']> {
  const answer = await requestFromEngine(broker, engineId, { name: 'health' }, TIMEOUT_MS);
  if (answer.kind !== 'done') return null;
  const { memoryBytes: bytes, uptimeSeconds, status } = answer.data;
  const parsed = engineStatus.safeParse(status);
  if (typeof bytes !== 'number' || typeof uptimeSeconds !== 'number' || !parsed.success) return null;
  return { memoryBytes: bytes, uptimeSeconds, status: parsed.data };
}

/** The engine's share of its pod's memory; engines in a shared pod count equally. */
async function readMemoryShare(deps: Deps, row: EngineRow): Promise<number | null> {
  const [bytes, [sharers]] = await Promise.all([
    readPodMemory(deps, row),
    deps.database.db
      .select({ engines: count() })
      .from(engines)
      .where(eq(engines.podName, row.podName ?? '')),
  ]);
  return bytes === null ? null : Math.round(bytes / Math.max(1, sharers?.engines ?? 1));
}

/** Memory of the engine's pod from metrics.k8s.io; null if there is no cluster, pod or measurement yet. */
async function readPodMemory({ cluster, log }: Deps, { podName, id }: EngineRow): Promise<number | null> {
  if (!cluster || podName === null) return null;
  const path = ['', 'apis', 'metrics.k8s.io', 'v1beta1', 'namespaces', cluster.namespace, 'pods', podName];
  const reading = cluster.client
    .get<{ containers: { usage: { memory: string } }[] }>(path.map(encodeURIComponent).join('/'))
    .then(({ containers }) => containers.reduce((sum, container) => sum + memoryBytes(container.usage.memory), 0))
    .catch((error: unknown) => {
      log.debug({ err: error, engineId: id }, 'the memory of an engine pod could not be read');
      return null;
    });
  return Promise.race([reading, delay(TIMEOUT_MS, null, { ref: false })]);
}
