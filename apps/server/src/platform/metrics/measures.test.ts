import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { issueEngineToken } from '../../domains/engines/engine-token.ts';
import { projectDirectory } from '../paths.ts';

let server: TestServer;
let lane: LaneFixture;
let generation: number;
beforeAll(async () => {
  server = await startTestServer();
  lane = await createLaneFixture(server.database);
  generation = await lane.lease();
});
afterAll(() => server.stop());

const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
const deploy = (name: string) => readFileSync(join(projectDirectory, 'deploy', 'monitoring', name), 'utf8');

test('exports the state of engines, lanes, messages, jobs and deliveries, refreshed at most every ten seconds', async () => {
  const query = (text: string) => server.database.pool.query(text);
  await lane.addMany(3, { due: `now() - interval '5 minutes'` });
  await query(`update messages set status = 'unknown' where id = (select id from messages limit 1)`);
  await query(`update installations set backed_up_at = now() - interval '1 hour'`);
  const first = await scrape();
  expect(first).toContain('switchyard_engines{state="connected",driver="simulator"} 1');
  expect(first).toContain('switchyard_lane_depth 2');
  expect(Number(/^switchyard_lane_lateness_seconds (\S+)/m.exec(first)?.[1])).toBeGreaterThan(299);
  expect(first).toContain('switchyard_lanes_late 1');
  expect(first).toContain('switchyard_messages_unknown 1');
  expect(first).toContain('switchyard_webhook_deliveries{state="waiting"} 0');
  expect(first).toContain('switchyard_measures_failed 0');
  expect(first).toContain('switchyard_part_ok{part="database"} 1');
  expect(Number(/^switchyard_backup_age_seconds (\S+)/m.exec(first)?.[1])).toBeGreaterThan(3599);

  const connect = vi.spyOn(server.platform.database.pool, 'connect');
  await lane.addMany(3, { due: `now() - interval '5 minutes'` });
  const scrapes = await Promise.all(Array.from({ length: 20 }, scrape));
  for (const text of scrapes) expect(text).toContain('switchyard_lane_depth 2');
  expect(connect).not.toHaveBeenCalledWith();
  connect.mockRestore();
});

test('counts what engines report once, with failures by a known reason', async () => {
  await server.database.pool.query(`update messages set status = 'cancelled'`);
  const ids = await Promise.all([1, 2, 3].map(() => lane.add()));
  await lane.claim(generation);
  const token = issueEngineToken(server.platform.secret, lane.identity);
  const rejected = (reason: string | { code: string; data: object }) => ({
    kind: 'rejected',
    code: '463',
    reason,
    next: 'never',
  });
  const results = [
    { _id: ids[0], attempt: 1, inDoubt: false, outcome: { kind: 'accepted', wireId: 'A', atMs: Date.now() } },
    { _id: ids[1], attempt: 1, inDoubt: false, outcome: rejected({ code: 'whatsappRefused', data: { code: '463' } }) },
    { _id: ids[2], attempt: 1, inDoubt: false, outcome: rejected('a reason of this engine alone') },
  ];
  const body = { generation, results, acks: [], released: [] };
  for (let time = 0; time < 2; time += 1) {
    const answer = await server.call('POST', '/engine/report', body, { token });
    expect(answer).toMatchObject({ status: 200 });
  }
  const text = await scrape();
  expect(text).toContain('switchyard_messages_settled_total{status="sent",reason=""} 1');
  expect(text).toContain('switchyard_messages_settled_total{status="failed",reason="whatsappRefused"} 1');
  expect(text).toContain('switchyard_messages_settled_total{status="failed",reason="other"} 1');
});

test('exports every metric that an alert or the dashboard uses', async () => {
  const text = await scrape();
  const exported = new Set(text.match(/^# TYPE (\S+)/gm)?.map((line) => line.slice('# TYPE '.length)));
  const { groups } = parse(deploy('alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const { panels } = JSON.parse(deploy('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const rules = groups.flatMap(({ rules: all }) => all);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = new Set(expressions.flatMap((expr) => expr.match(/\b(switchyard|nodejs|process)_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(15);
  const missing = [...named].filter(
    (name) => !exported.has(name) && !exported.has(name.replace(/_(bucket|count|sum)$/, '')),
  );
  expect(missing).toEqual([]);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('shows nothing for a query that failed, and counts it', async () => {
  const silent = await startTestServer({ domains: [] });
  const pool = silent.platform.database.pool;
  // `connect` has a callback form and a promise form; `query` uses the former.
  const connect = (callback?: (error: Error) => void) => {
    const away = new Error('the database is away');
    return callback ? callback(away) : Promise.reject(away);
  };
  vi.spyOn(pool, 'connect').mockImplementation(connect as unknown as typeof pool.connect);
  const text = await (await fetch(`${silent.url}/metrics`)).text();
  expect(text).toMatch(/switchyard_measures_failed [1-9]/);
  expect(text).not.toMatch(/^switchyard_jobs/m);
  expect(text).toMatch(/^process_cpu_seconds_total/m);
  vi.restoreAllMocks();
  await silent.stop();
});
