import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Platform } from '../platform.ts';

/** Figures that one question to the database answers: its columns are labels, or gauges by the names here. */
export interface Measures {
  labels: readonly string[];
  /** By column: the name and what it is. */
  gauges: Record<string, { name: string; help: string }>;
  /** Looks at a bounded number of rows, however much there is. */
  query: string;
}

/** However often and by however many it is asked. */
const SAME_FOR_MS = 10_000;
/** Of each question; what takes longer is left out this time. */
const TIMEOUT_MS = 2_000;
/** Of a look. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Of the platform itself. Failed jobs stay for days. */
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
 * Exports what the platform and the domains measure in the database. Questions are asked one after the other, so that
 * they take one connection; one that fails or takes too long shows nothing at all rather than old figures, and is
 * counted.
 */
export function exportMeasures({ metrics, database }: Platform, ofDomains: readonly Measures[]): void {
  const { registry } = metrics;
  const failed = new Gauge({
    name: 'switchyard_measures_failed',
    help: 'Questions to the database that could not be answered for this look',
    registers: [registry],
    collect: () => refresh(),
  });
  const sets = [...OWN, ...ofDomains].map(({ labels, gauges, query }) => ({
    labels,
    query,
    gauges: Object.entries(gauges).map(([column, { name, help }]) => {
      // Whichever is asked first brings all of them up to date.
      const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry], collect: () => refresh() });
      return { column, gauge };
    }),
  }));

  const askAll = async (): Promise<void> => {
    for (const { labels, gauges } of sets) for (const { gauge } of gauges) empty(gauge, labels);
    let failures = sets.length;
    failed.set(failures);
    const client = await database.pool.connect();
    let broken: Error | undefined;
    client.once('error', (error) => {
      broken = error;
    });
    for (const { labels, query, gauges } of sets) {
      const rows = broken ? null : await readWithin(client, query).catch(() => null);
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
    if (refreshed === null || performance.now() - refreshedAtMs > SAME_FOR_MS) {
      refreshedAtMs = Number.POSITIVE_INFINITY;
      refreshed = askAll()
        .catch(() => undefined)
        .finally(() => {
          refreshedAtMs = performance.now();
        });
    }
    // What this process measures of itself does not wait for a database that is silent.
    return Promise.race([refreshed, delay(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

function empty(gauge: Gauge, labels: readonly string[]): void {
  gauge.reset();
  // Without labels there would be a zero, which nobody has counted.
  if (labels.length === 0) gauge.remove();
}

async function readWithin(client: pg.PoolClient, query: string): Promise<Record<string, unknown>[]> {
  try {
    await client.query(`begin read only; set local statement_timeout = ${TIMEOUT_MS}`);
    return (await client.query(query)).rows;
  } finally {
    await client.query('rollback');
  }
}
