import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enginesDomain } from '../../../server/src/domains/engines/index.ts';
import { messagesDomain } from '../../../server/src/domains/messages/index.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { EngineRig } from '../../test/engine-rig.ts';
import { eventually } from '../../test/eventually.ts';

let server: TestServer;
let rig: EngineRig;
let network: EngineRig['network'];
let fixture: EngineRig['fixture'];
beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  rig = await EngineRig.open(server);
  ({ network, fixture } = rig);
  await rig.link();
});
afterEach(() => rig.close());

test('sends due messages in order per chat, and reports them with their receipts', async () => {
  await rig.addMessages(30);
  rig.startLane();
  await rig.untilAll('sent', 30);
  const data = rig.expectEachOnce(30);
  for (const to of new Set(data.map((delivery) => delivery.to))) {
    const numbers = data
      .filter((delivery) => delivery.to === to)
      .map((delivery) => Number(delivery.text.split(' ')[1]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
  await eventually(async () => expect((await fixture.rows()).every((row) => row.ack === 3)).toBe(true));
  const { rows } = await server.database.pool.query('select status, phone_number from engines where id = $1', [
    fixture.engineId,
  ]);
  expect(rows).toEqual([{ status: 'connected', phone_number: rig.account }]);
});

test('sleeps until the next message is due, and is woken by a poke for an earlier one', async () => {
  const lane = rig.startLane();
  await eventually(() => expect(lane.status).toBe('connected'));
  await fixture.add({ due: `now() + interval '700 milliseconds'` });
  lane.poke();
  await rig.untilAll('sent', 1);
  const [row] = await fixture.rows();
  const lateMs = (row?.sent_at?.getTime() ?? 0) - (row?.claimable_at.getTime() ?? 0);
  expect(lateMs).toBeGreaterThanOrEqual(-5);
  expect(lateMs).toBeLessThan(500);
});

test('delivers each message once despite lost replies, broken links and a rate limit', async () => {
  await rig.addMessages(40);
  network.faults.add({ kind: 'lost-reply', times: 4 });
  network.faults.add({ kind: 'drop-after-accept', chance: 0.1, times: 3 });
  network.faults.add({ kind: 'drop-before-accept', chance: 0.1, times: 3 });
  rig.startLane();
  await rig.untilAll('sent', 40);
  rig.expectEachOnce(40);
  expect(network.deliveries.totals().absorbed).toBeGreaterThan(0);
});

test('fails a message to a number that is not on WhatsApp, with the reason', async () => {
  await fixture.add({ to: '+15550001234' });
  rig.startLane();
  await rig.untilAll('failed', 1);
  expect((await fixture.rows())[0]?.send_failure_reason).toBe('{"code":"numberNotOnWhatsapp"}');
});

test('holds the lane of a restricted account while the rows wait', async () => {
  await rig.addMessages(5);
  await network.phones.restrict(rig.account, { scope: 'all', untilMs: Date.now() + 3_600_000 });
  rig.startLane();
  await eventually(async () => {
    const { rows } = await server.database.pool.query(
      'select restriction_scope, restricted_until > now() as waits from engine_lanes where engine_id = $1',
      [fixture.engineId],
    );
    expect(rows).toEqual([{ restriction_scope: 'all', waits: true }]);
  });
  await rig.untilAll('pending', 5);
  expect(network.deliveries.totals().messages).toBe(0);
});

test('ends without sending anything more after losing its lease', async () => {
  await rig.addMessages(60);
  network.faults.add({ kind: 'slow-reply', times: null, delayMs: 60 });
  const old = rig.startLane({ concurrency: 2 });
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(4));
  const taker = rig.startLane({ holder: 'pod-a' });
  expect(await old.done).toBe('lease-lost');
  network.faults.clear();
  await rig.untilAll('sent', 60);
  rig.expectEachOnce(60);
  expect(taker.status).toBe('connected');
});

test('finishes sends in progress, returns the rest and releases the lease within its grace period when stopped', async () => {
  await rig.addMessages(60);
  network.faults.add({ kind: 'slow-reply', times: null, delayMs: 100 });
  const lane = rig.startLane({ concurrency: 2 });
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(2));
  const began = performance.now();
  await lane.stop(3_000);
  expect(performance.now() - began).toBeLessThan(6_000);
  const after = await rig.statuses();
  expect(after.filter((status) => status === 'sent')).toHaveLength(network.deliveries.totals().messages);
  expect(new Set(after)).toEqual(new Set(['sent', 'pending']));
  const { rows } = await server.database.pool.query('select holder from engine_lanes where engine_id = $1', [
    fixture.engineId,
  ]);
  expect(rows).toEqual([{ holder: null }]);
});

test('pairs by QR code when it was never linked, and again after the phone logs it out', async () => {
  await server.database.pool.query('update engines set phone_number = null where id = $1', [fixture.engineId]);
  const lane = rig.startLane();
  const shownCode = () =>
    eventually(async () => {
      const { rows } = await server.database.pool.query('select qrcode from engines where id = $1 and status = $2', [
        fixture.engineId,
        'qrcode',
      ]);
      expect(rows).toHaveLength(1);
      return rows[0].qrcode as string;
    });
  expect(await network.phones.scan(rig.account, await shownCode())).toBe(fixture.engineId);
  await eventually(() => expect(lane.status).toBe('connected'));
  await network.phones.logOut(rig.account);
  await eventually(() => expect(lane.status).toBe('qrcode'));
  const typed = await lane.driver?.pairingCode?.(rig.account);
  expect(await network.phones.enterCode(rig.account, typed?.code ?? '')).toBe(fixture.engineId);
  await eventually(() => expect(lane.status).toBe('connected'));
});
