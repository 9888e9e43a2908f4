import type { APIRequestContext } from '@playwright/test';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import type { OwnServer } from './own-server.ts';

const MINUTES = 28;
/** Time until metrics-server's first measurement. */
const METRICS_MS = 30_000;

interface NodeMemory {
  name: string;
  uid: string;
  memoryBytes: number;
  capacityBytes: number;
}

/**
 * Gives a server half an hour of memory history of its nodes, as if it had recorded them itself, and restarts it so
 * that it continues from there.
 * @param shareAgo how much more (or less) of its memory a node used that many minutes ago, as a share of its capacity
 * @returns the current nodes
 */
export async function seedNodeMemory(
  own: OwnServer,
  request: APIRequestContext,
  shareAgo: (node: NodeMemory, minutesAgo: number) => number,
): Promise<NodeMemory[]> {
  const nodes = await readNodeMemory(own, request);
  const { pool, close } = openDatabase(own.databaseUrl(), 1, () => undefined);
  const now = Math.floor(Date.now() / 60_000);
  for (let ago = 1; ago < MINUTES; ago++) {
    const bytes = (node: NodeMemory) => Math.max(0, node.memoryBytes + shareAgo(node, ago) * node.capacityBytes);
    const usage = Object.fromEntries(nodes.map((node) => [node.uid, [bytes(node), bytes(node)]]));
    await pool.query(
      'insert into forecast_minutes (minute, nodes) values ($1, $2) on conflict (minute) do update set nodes = excluded.nodes',
      [now - ago, JSON.stringify(usage)],
    );
  }
  await close();
  await own.kill();
  await own.start();
  return nodes;
}

async function readNodeMemory({ clusterUrl }: OwnServer, request: APIRequestContext): Promise<NodeMemory[]> {
  const list = async (path: string) => (await (await request.get(clusterUrl + path)).json()).items;
  const bytes = (quantity: string) => Number.parseInt(quantity, 10) * 1024;
  for (const began = Date.now(); Date.now() - began < METRICS_MS; ) {
    const usage = await list('/apis/metrics.k8s.io/v1beta1/nodes');
    const nodes: { metadata: { name: string; uid: string }; status: { capacity: { memory: string } } }[] =
      await list('/api/v1/nodes');
    const of = (name: string) =>
      usage.find(({ metadata }: { metadata: { name: string } }) => metadata.name === name)?.usage.memory;
    if (nodes.some(({ metadata }) => of(metadata.name) === undefined)) continue;
    return nodes.map(({ metadata, status }) => ({
      ...metadata,
      memoryBytes: bytes(of(metadata.name)),
      capacityBytes: bytes(status.capacity.memory),
    }));
  }
  throw new Error('the nodes were not measured in time');
}
