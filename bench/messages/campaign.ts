import { launchCampaign } from '../../apps/server/src/domains/campaigns/launch.ts';
import { claim } from '../../apps/server/src/domains/messages/lane/claim.ts';
import { systemClock } from '../../apps/server/src/platform/action.ts';
import { newId } from '../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createLaneFixture } from '../../apps/server/test/lane-fixture.ts';
import { startEngines, startNetwork } from '../dispatch/processes.ts';
import { type startDatabaseServer, startServerProcess } from '../dispatch/server-under-test.ts';

const CONTACTS = 100_000;
const OTHER_ENGINES = 20;
const OTHER_PER_SECOND = 50;
const OTHER_SECONDS = 30;
const DEADLINE_MS = 180_000;

/**
 * Measures a campaign to 100,000 contacts, 3% of which lack a variable and 2% have opted out, while other workspaces
 * send 50 messages per second.
 */
export async function measureCampaign(server: Awaited<ReturnType<typeof startDatabaseServer>>) {
  const database = await server.createDatabase('campaign', 4);
  const http = await startServerProcess(database.url);
  const network = await startNetwork();
  try {
    const others = await startOthers(database, http.url, network.url);
    const launched = await launch(database);
    const expandedMs = await untilExpanded(database, launched.id, launched.beganMs);
    const otherLatenessP99Ms = await others.latenessP99Ms();
    return {
      expansionSeconds: Math.round(expandedMs / 10) / 100,
      firstClaimableSeconds: Math.round(launched.claimableMs) / 1000,
      otherLatenessP99Ms: Math.round(otherLatenessP99Ms),
    };
  } finally {
    network.stop();
    await http.stop();
    await database.close();
  }
}

async function launch(database: Database) {
  const lane = await createLaneFixture(database);
  const { pool, db } = database;
  // Each recipient costs a credit.
  await pool.query(`update workspaces set plan = 'business' where id = $1`, [lane.workspaceId]);
  await pool.query(
    `insert into contacts (id, workspace_id, name, mobile, fields)
     select uuidv7(), $1, 'Guest ' || n, '+4475' || lpad(n::text, 8, '0'), case when n % 100 < 3 then '{}' else jsonb_build_object('city', 'City ' || n % 50) end
     from generate_series(1, ${CONTACTS}) n`,
    [lane.workspaceId],
  );
  await pool.query(
    `insert into suppressions (id, workspace_id, mobile, cause, words)
     select uuidv7(), $1, '+4475' || lpad((n * 50)::text, 8, '0'), 'person', '' from generate_series(1, ${CONTACTS / 50}) n`,
    [lane.workspaceId],
  );
  await pool.query('vacuum analyze contacts');
  const generation = await lane.lease();
  const actor = {
    userId: lane.userId,
    email: 'someone@example.test',
    fullName: 'Someone',
    role: 'user' as const,
    workspaceId: lane.workspaceId,
    workspaceRole: 'owner' as const,
    onBehalfOf: null,
  };
  const config = { publicUrl: 'https://example.test' } as Parameters<typeof launchCampaign>[0]['config'];
  const beganMs = performance.now();
  const { result } = await launchCampaign({ db, clock: systemClock, config }, actor, {
    name: 'Sale',
    audience: {
      from: { kind: 'all' },
      withoutLabelIds: [],
      withoutAudienceIds: [],
      consentOnly: false,
      atMost: { messages: 3, days: 7 },
    },
    variants: ['Hi {name|there}, news from {city}', 'Hello {name}, {city} has an offer'],
    engineIds: [],
    startAt: null,
    window: null,
    perMinute: null,
    launchKey: newId(),
  });
  for (;;) {
    const { messages } = await claim(pool, lane.identity, { generation, limit: 1 });
    if (messages.length > 0) return { id: result.id, beganMs, claimableMs: performance.now() - beganMs };
  }
}

async function untilExpanded({ pool }: Database, id: string, beganMs: number): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ is_expanded: boolean }>('select is_expanded from campaigns where id = $1', [
      id,
    ]);
    const tookMs = performance.now() - beganMs;
    if (rows[0]?.is_expanded) return tookMs;
    if (tookMs > DEADLINE_MS) throw new Error('the campaign was not expanded in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts other workspaces that send steadily. */
async function startOthers(database: Database, serverUrl: string, networkUrl: string) {
  const lanes = await Promise.all(Array.from({ length: OTHER_ENGINES }, () => createLaneFixture(database)));
  const { pool } = database;
  await pool.query(
    `update engines set phone_number = '+4478' || (10000000 + place) from unnest($1::uuid[]) with ordinality as lane (id, place) where engines.id = lane.id`,
    [lanes.map((lane) => lane.engineId)],
  );
  const engines = await startEngines(serverUrl, networkUrl, lanes);
  const total = OTHER_PER_SECOND * OTHER_SECONDS;
  for (const [at, lane] of lanes.entries()) {
    await pool.query(
      `insert into messages (id, workspace_id, engine_id, contact_name, contact_list, recipient, body, due_at, due_local, zone, claimable_at, wa_message_id)
       select uuidv7(), $1, $2::uuid, 'Ann', '[]', '+447700' || (100000 + one), 'Hello', at, '2026-01-01T00:00', 'UTC', at,
         '3EB0' || upper(substr(md5($2::text || one), 1, 18))
       from (select one, now() + interval '5 seconds' + interval '1 second' * (one * ${OTHER_ENGINES} + $3::int) / ${OTHER_PER_SECOND} as at
         from generate_series(1, $4::int) one) due`,
      [lane.workspaceId, lane.engineId, at, total / OTHER_ENGINES],
    );
  }
  engines.go();
  const workspaceIds = lanes.map((lane) => lane.workspaceId);
  return {
    async latenessP99Ms(): Promise<number> {
      const deadline = performance.now() + DEADLINE_MS;
      for (;;) {
        const { rows } = await pool.query<{ left: number; p99: number }>(
          `select count(*) filter (where sent_at is null)::int as left,
             percentile_cont(0.99) within group (order by extract(epoch from sent_at - due_at) * 1000)::float8 as p99
           from messages where workspace_id = any ($1)`,
          [workspaceIds],
        );
        const [found] = rows;
        if (found?.left === 0) {
          await engines.stop();
          return found.p99;
        }
        if (performance.now() > deadline) throw new Error(`${found?.left} messages of other workspaces were not sent`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}
