import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Platform } from '../platform.ts';

/** Metrics from one database query. Each column is a label, or a gauge listed here. */
export interface Measures {
  labels: readonly string[];
  /** Metric name and help text by column. */
  gauges: Record<string, { name: string; help: string }>;
  /** Must read a bounded number of rows, however many there are. */
  query: string;
}

/** Results are reused for this long, however often they are requested. */
const CACHE_MS = 10_000;
/** Per query; a slower one is omitted this time. */
const TIMEOUT_MS = 2_000;
/** For a whole scrape. */
const ANSWER_TIMEOUT_MS = 5_000;

/** The platform's own measures. Failed jobs are stored for days. */
const OWN: Measures[] = [
  {
    labels: ['queue', 'state'],
    gauges: { jobs: { name: 'switchyard_jobs', help: 'Jobs by queue and state; failed: of the last hour' } },
    query: `
      select name as queue, state::text as state, count(*) as jobs from (
        select name, state from pgboss.job where state in ('created', 'retry', 'active')
          or state = 'failed' and completed_on > now() - interval '1 hour' limit 100000) recent
      group by name, state`,
  },
  {
    labels: [],
    gauges: {
      age: { name: 'switchyard_backup_age_seconds', help: 'Age of the last whole backup; none: there is none' },
    },
    query: `select extract(epoch from now() - backed_up_at) as age from installations where backed_up_at is not null`,
  },
];

/**
 * Exports what the platform and the domains measure in the database. Queries run one after the other, to use one
 * connection. A query that fails or takes too long shows no figures rather than old ones, and is counted.
 */
export function exportMeasures({ metrics, database }: Platform, domainMeasures: readonly Measures[]): void {
  const { registry } = metrics;
  const failed = new Gauge({
    name: 'switchyard_measures_failed',
    help: 'Queries for metrics that failed in this collection',
    registers: [registry],
    collect: () => refresh(),
  });
  const sets = [...OWN, ...domainMeasures].map(({ labels, gauges, query }) => ({
    labels,
    query,
    gauges: Object.entries(gauges).map(([column, { name, help }]) => {
      // The first gauge to be collected refreshes all of them.
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry], collect: () => refresh() });
      return { column, gauge };
    }),
  }));

  const measureAll = async (): Promise<void> => {
    for (const { labels, gauges } of sets) for (const { gauge } of gauges) clear(gauge, labels);
    let failures = sets.length;
    failed.set(failures);
    const client = await database.pool.connect();
    let broken: Error | undefined;
    client.once('error', (error) => {
      broken = error;
    });
    for (const { labels, query, gauges } of sets) {
      const rows = broken ? null : await queryWithTimeout(client, query).catch(() => null);
      if (rows === null) continue;
      failures -= 1;
      for (const row of rows) {
        const values = Object.fromEntries(labels.map((label) => [label, String(row[label] ?? 'none')]));
        for (const { column, gauge } of gauges) gauge.set(values, Number(row[column]));
      }
    }
    failed.set(failures);
    client.release(broken);
  };

  let refreshed: Promise<void> | null = null;
  let refreshedAtMs = Number.NEGATIVE_INFINITY;
  const refresh = (): Promise<void> => {
    if (refreshed === null || performance.now() - refreshedAtMs > CACHE_MS) {
      refreshedAtMs = Number.POSITIVE_INFINITY;
      refreshed = measureAll()
        .catch(() => undefined)
        .finally(() => {
          refreshedAtMs = performance.now();
        });
    }
    // The process's own metrics do not wait for an unresponsive database.
    return Promise.race([refreshed, delay(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

function clear(gauge: Gauge, labels: readonly string[]): void {
  gauge.reset();
  // Without labels, prom-client would report a zero that nobody measured.
  if (labels.length === 0) gauge.remove();
}

async function queryWithTimeout(client: pg.PoolClient, query: string): Promise<Record<string, unknown>[]> {
  try {
    await client.query(`begin read only; set local statement_timeout = ${TIMEOUT_MS}`);
    return (await client.query(query)).rows;
  } finally {
    await client.query('rollback');
  }
}
