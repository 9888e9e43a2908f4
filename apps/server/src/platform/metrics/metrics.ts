import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';

/**
 * Metrics of this process, to which domains add their own. One registry per server, so that two servers in a process do
 * not mix.
 */
export interface Metrics {
  registry: Registry;
  httpSeconds: Histogram<'method' | 'route' | 'status'>;
  /** `reason`: the key of a known failure text, `other`, or empty. */
  messagesSettled: Counter<'status' | 'reason'>;
}

/**
 * Metrics of prom-client that walk all open connections at each scrape: with ten thousand engines that blocks the event
 * loop for 70 ms.
 */
const COSTLY_METRICS = ['handles', 'requests', 'resources'].flatMap((kind) => [
  `nodejs_active_${kind}`,
  `nodejs_active_${kind}_total`,
]);

/** The metrics of the process, its HTTP requests and its database pool. */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of COSTLY_METRICS) registry.removeSingleMetric(name);
  const pool = {
    connections: () => database.pool.totalCount,
    idle: () => database.pool.idleCount,
    waiting: () => database.pool.waitingCount,
  };
  for (const [state, count] of Object.entries(pool)) {
    new Gauge({
      name: `switchyard_database_pool_${state}`,
      help: `Database connections of this process: ${state}`,
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  }
  const httpSeconds = new Histogram({
    name: 'switchyard_http_request_seconds',
    help: 'Time to answer, by method, operation or route, and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const messagesSettled = new Counter({
    name: 'switchyard_messages_settled_total',
    help: 'Messages that engines reported to this process as sent, failed or unknown, by status and reason',
    labelNames: ['status', 'reason'],
    registers: [registry],
  });
  return { registry, httpSeconds, messagesSettled };
}
