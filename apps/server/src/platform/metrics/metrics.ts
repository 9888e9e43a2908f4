import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';

/**
 * What this process measures; domains add their own measures to the registry. Each server has one, so that two in a
 * process do not mix.
 */
export interface Metrics {
  registry: Registry;
  httpSeconds: Histogram<'method' | 'route' | 'status'>;
  /** `reason`: the key of a known sentence, `other`, or nothing. */
  messagesSettled: Counter<'status' | 'reason'>;
}

/**
 * Measures of prom-client that walk all open connections at each look: with ten thousand engines that holds everybody
 * up for 70 ms.
 */
const COST_WITH_CONNECTIONS = ['handles', 'requests', 'resources'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

/** The measures of the process, of its HTTP calls and of its database pool. */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of COST_WITH_CONNECTIONS) registry.removeSingleMetric(name);
  const pool = {
    total: () => database.pool.totalCount,
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
    help: 'Messages that engines told this process have been sent, have failed or are unknown, by status and reason',
    labelNames: ['status', 'reason'],
    registers: [registry],
  });
  return { registry, httpSeconds, messagesSettled };
}
