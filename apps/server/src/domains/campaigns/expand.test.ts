import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../../../test/act.ts';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { depsOf } from '../../platform/perform.ts';
import { lockSuppressions } from '../suppression/suppression.queries.ts';
import { advanceCampaigns } from './advance.ts';
import { EXPAND_BATCH_SIZE } from './expand.ts';
import { launchCampaign } from './launch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PROCESS = join(import.meta.dirname, '../../../test/advance-campaigns-process.ts');
const CONTACTS = 2 * EXPAND_BATCH_SIZE + 10;

/** Whether a backend of this database waits for a lock of another. */
async function somebodyWaits(): Promise<boolean> {
  const { rowCount } = await server.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
  );
  return rowCount !== 0;
}

test('if a process is killed while adding recipients, the next one continues: each contact is one recipient and gets one message', async () => {
  const lane = await createLaneFixture(server.database);
  const { workspaceId } = lane;
  const { pool, db } = server.database;
  await pool.query(
    `insert into contacts (id, workspace_id, name, mobile)
     select uuidv7(), $1, 'Guest ' || n, '+44770' || lpad(n::text, 7, '0') from generate_series(1, $2::int) n`,
    [workspaceId, CONTACTS],
  );
  const audience = {
    ...{ from: { kind: 'all' as const }, withoutLabelIds: [] },
    ...{ withoutAudienceIds: [], consentOnly: false, atMost: null },
  };
  const { result } = await launchCampaign(depsOf(server.platform), memberOf(lane), {
    ...{ name: 'Sale', variants: ['Hi {name}', 'Hello {name}', 'Dear {name}'], audience, engineIds: [lane.engineId] },
    ...{ window: null, perMinute: null, startAt: null, launchKey: newId() },
  });
  const state = async () => {
    const { rows } = await pool.query<{ is_expanded: boolean; recipients: number }>(
      `select is_expanded, (select count(*)::int from campaign_recipients r where r.campaign_id = campaigns.id) as recipients from campaigns where id = $1`,
      [result.id],
    );
    return rows[0];
  };
  expect(await state()).toEqual({ is_expanded: false, recipients: EXPAND_BATCH_SIZE });

  // An opt-out is being stored: the next step blocks after it has stored its recipients, before it makes messages.
  const worker = await db.transaction(async (tx) => {
    await lockSuppressions(tx, workspaceId);
    const child = spawn(process.execPath, [PROCESS], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATABASE_URL: server.database.url },
    });
    while (child.exitCode === null && !(await somebodyWaits())) await delay(20);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    return { killedBy: (await ended)[1] };
  });
  expect(worker).toEqual({ killedBy: 'SIGKILL' });
  expect(await state()).toEqual({ is_expanded: false, recipients: EXPAND_BATCH_SIZE });

  while (!(await state())?.is_expanded) {
    const { failed } = await advanceCampaigns(db, { now: new Date(), publicUrl: 'https://example.test' });
    expect(failed).toEqual([]);
  }
  const { rows } = await pool.query(
    `select count(*)::int as recipients, count(distinct r.contact_id)::int as contacts, max(per_variant)::int - min(per_variant)::int as unevenness,
       (select count(*)::int from messages where workspace_id = $2) as messages, (select count(distinct recipient)::int from messages where workspace_id = $2) as readers
     from campaign_recipients r join (select variant, count(*) as per_variant from campaign_recipients where campaign_id = $1 group by 1) v using (variant)
     where campaign_id = $1`,
    [result.id, workspaceId],
  );
  const [found] = rows;
  expect(found).toMatchObject({ recipients: CONTACTS, contacts: CONTACTS, readers: found.messages });
  // The variants alternate from step to step.
  expect(found.unevenness).toBeLessThanOrEqual(1);
});
