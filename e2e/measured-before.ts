import type { APIRequestContext } from '@playwright/test';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import type { OwnServer } from './own-server.ts';

const MINUTES = 28;
/** metrics-server's first measurement is a moment away. */
const METRICS_MS = 30_000;

interface Measured {
  name: string;
  uid: string;
  memoryBytes: number;
  capacityBytes: number;
}

/**
 * Gives a server the last half hour of its nodes' memory, as it would have kept them itself, and starts it again so
 * that it goes on from there.
 * @param shareAgo how much of the machine more (or less) a node used so many minutes ago than now
 * @returns the nodes as they are now
 */
export async function measuredBefore(
  own: OwnServer,
  request: APIRequestContext,
  shareAgo: (node: Measured, minutesAgo: number) => number,
): Promise<Measured[]> {
  const nodes = await measured(own, request);
  const { pool, close } = openDatabase(own.databaseUrl(), 1, () => undefined);
  const now = Math.floor(Date.now() / 60_000);
  for (let ago = 1; ago < MINUTES; ago++) {
    const bytes = (node: Measured) => Math.max(0, node.memoryBytes + shareAgo(node, ago) * node.capacityBytes);
    const kept = Object.fromEntries(nodes.map((node) => [node.uid, [bytes(node), bytes(node)]]));
    await pool.query(
      'insert into forecast_minutes (minute, nodes) values ($1, $2) on conflict (minute) do update set nodes = excluded.nodes',
      [now - ago, JSON.stringify(kept)],
    );
  }
  await close();
  await own.kill();
  await own.start();
  return nodes;
}

async function measured({ clusterUrl }: OwnServer, request: APIRequestContext): Promise<Measured[]> {
  const list = async (path: string) => (await (await request.get(clusterUrl + path)).json()).items;
  const bytes = (quantity: string) => Number.parseInt(quantity, 10) * 1024;
  for (const began = Date.now(); Date.now() - began < METRICS_MS; ) {
    const usage = await list('/apis/metrics.k8s.io/v1beta1/nodes');
    const nodes: { metadata: { name: string; uid: string }; status: { capacity: { memory: string } } }[] =
      await list('/api/v1/nodes');
    const of = (name: string) =>
      usage.find((one: { metadata: { name: string } }) => one.metadata.name === name)?.usage.memory;
    if (nodes.some(({ metadata }) => of(metadata.name) === undefined)) continue;
    return nodes.map(({ metadata, status }) => ({
      ...metadata,
      memoryBytes: bytes(of(metadata.name)),
      capacityBytes: bytes(status.capacity.memory),
    }));
  }
  throw new Error('the nodes were not measured in time');
}
