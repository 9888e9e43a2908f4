import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { advanceCampaigns } from '../../../server/src/domains/campaigns/advance.ts';
import { launchCampaign } from '../../../server/src/domains/campaigns/launch.ts';
import { pauseCampaign, resumeCampaign } from '../../../server/src/domains/campaigns/steer.ts';
import { issueEngineToken } from '../../../server/src/domains/engines/engine-token.ts';
import { suppress } from '../../../server/src/domains/suppression/index.ts';
import { newId } from '../../../server/src/platform/database/columns.ts';
import { depsOf } from '../../../server/src/platform/perform.ts';
import { memberOf } from '../../../server/test/act.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { EngineRig } from '../../test/engine-rig.ts';

/** `npm run bench campaigns` runs a large one, and reads its results from the file MEASURES. */
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 200);
const ENGINES = 2;
/** So fast that it lasts a few seconds, and events hit it in the middle. */
const PER_MINUTE = Math.max(1_500, RECIPIENTS / 2);
const RESTRICTED_MS = 2_000;
/** Time within which a message may still arrive that was being sent when its recipient opted out. */
const STOP_WITHIN_MS = 5_000;
const LONGEST_MS = 60_000 + RECIPIENTS * 100;

const EVERYBODY = {
  ...{ from: { kind: 'all' as const }, withoutLabelIds: [] },
  ...{ withoutAudienceIds: [], consentOnly: false, atMost: null },
};

let server: TestServer;
let rig: EngineRig;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  rig = await EngineRig.open(server);
  await rig.link();
});
afterEach(() => rig.close());

const run = async (statement: string, ...values: unknown[]) =>
  (await server.database.pool.query(statement, values)).rows;

/** A second number of the same workspace. @returns its environment */
async function secondEngine() {
  const { workspaceId, userId } = rig.fixture;
  const engineId = newId();
  const account = '+447700800001';
  await run(
    `insert into engines (id, workspace_id, owner_id, name, driver, k8s_namespace, status, desired, phone_number)
     values ($1, $2, $3, 'Second', 'simulator', 'switchyard', 'connected', 'running', $4)`,
    ...[engineId, workspaceId, userId, account],
  );
  await run('insert into engine_lanes (engine_id) values ($1)', engineId);
  const token = issueEngineToken(server.platform.secret, { engineId, tokenVersion: 1 });
  return { engineId, account, environment: { ENGINE_ID: engineId, ENGINE_TOKEN: token, POD_NAME: 'pod-b' } };
}

/** Waits for a condition, advancing the campaign like the worker does. */
async function until(check: () => Promise<boolean>): Promise<void> {
  const latestMs = Date.now() + LONGEST_MS;
  while (!(await check())) {
    if (Date.now() > latestMs) throw new Error('it did not come to that');
    const { failed } = await advanceCampaigns(server.database.db, { now: new Date(), publicUrl: 'http://localhost' });
    expect(failed).toEqual([]);
    await delay(50);
  }
}

test(
  `a campaign of ${RECIPIENTS} over two numbers, through kills, a pause, a restriction and a STOP: no duplicates, no opted-out recipients, and correct totals`,
  async () => {
    const { workspaceId, engineId } = rig.fixture;
    const second = await secondEngine();
    await run(
      `insert into contacts (id, workspace_id, name, mobile)
       select uuidv7(), $1, 'Guest ' || n, '+4477010' || lpad(n::text, 5, '0') from generate_series(1, $2::int) n`,
      ...[workspaceId, RECIPIENTS],
    );
    await run(
      `update engine_lanes set new_per_minute = $1, known_per_minute = $1, burst = 5, refilled_at = now() where engine_id = any ($2)`,
      ...[PER_MINUTE / ENGINES, [engineId, second.engineId]],
    );
    let pod = rig.startProcess();
    rig.startProcess(second.environment);
    const beganMs = performance.now();
    const parts = depsOf(server.platform);
    const actor = memberOf(rig.fixture);
    const launched = await launchCampaign(parts, actor, {
      ...{ name: 'Invitation', variants: ['Hello {name}'], audience: EVERYBODY },
      ...{ engineIds: [engineId, second.engineId], window: null, perMinute: null, startAt: null, launchKey: newId() },
    });
    const { id } = launched.result;
    const arrived = () => rig.network.deliveries.page(null, 1, 0).total;
    const share = (of: number) => async () => arrived() >= RECIPIENTS * of;
    const onTheirWay = async () =>
      (
        await run(
          `select count(*)::int as count from messages where workspace_id = $1 and status = 'sending'`,
          workspaceId,
        )
      )[0].count;

    // Killed at two arbitrary moments.
    for (const at of [0.1, 0.2]) {
      await until(share(at));
      pod.child.kill('SIGKILL');
      await pod.ended;
      pod = rig.startProcess();
    }

    // Paused: messages in progress arrive, and then nothing.
    await until(share(0.35));
    await pauseCampaign(parts, actor, { id });
    await until(async () => (await onTheirWay()) === 0);
    const whilePaused = arrived();
    const waiting = await run(
      `select recipient from messages where workspace_id = $1 and status = 'pending' order by id`,
      workspaceId,
    );
    expect(waiting.length).toBeGreaterThan(2);
    const leaving: string[] = [waiting[0].recipient, waiting.at(-1).recipient];
    const leftAtMs = Date.now();
    for (const mobile of leaving) {
      await server.database.db.transaction((db) =>
        suppress({ db, hooks: server.platform.hooks }, actor, { mobile, cause: 'stop-word', words: 'STOP' }),
      );
    }
    expect(arrived()).toBe(whilePaused);
    await resumeCampaign(parts, actor, { id });

    // One of its numbers is restricted for a while, and the other continues.
    await until(share(0.5));
    await rig.network.phones.restrict(second.account, { scope: 'all', untilMs: Date.now() + RESTRICTED_MS });

    await until(async () => (await run('select finished_at from campaigns where id = $1', id))[0].finished_at !== null);
    const outcomes = await run(
      'select outcome, count(*)::int as count from campaign_recipients where campaign_id = $1 group by 1 order by 1',
      id,
    );
    const of = (outcome: string) => outcomes.find((entry) => entry.outcome === outcome)?.count ?? 0;
    expect(of('sent') + of('cancelled') + of('skipped')).toBe(RECIPIENTS);
    expect(of('cancelled') + of('skipped')).toBe(leaving.length);

    // The network's own count.
    const { total, duplicates } = rig.network.deliveries.page(null, 1, 0);
    const late = leaving.flatMap((mobile) =>
      rig.network.deliveries
        .page(mobile, 10, 0)
        .data.filter((delivery) => Date.parse(delivery.acceptedAt) > leftAtMs + STOP_WITHIN_MS),
    );
    const { MEASURES } = process.env;
    if (MEASURES) {
      const seconds = Math.round((performance.now() - beganMs) / 1_000);
      const measures = {
        recipients: RECIPIENTS,
        arrived: total,
        twice: duplicates,
        toOptOutsLate: late.length,
        seconds,
      };
      writeFileSync(MEASURES, JSON.stringify(measures));
    }
    expect({ total, duplicates }).toEqual({ total: RECIPIENTS - leaving.length, duplicates: 0 });
    expect(late).toEqual([]);
  },
  LONGEST_MS,
);
