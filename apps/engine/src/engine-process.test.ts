import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topics } from '@switchyard/contracts/live/topics';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enginesDomain } from '../../server/src/domains/engines/index.ts';
import { messagesDomain } from '../../server/src/domains/messages/index.ts';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';
import { EngineRig } from '../test/engine-rig.ts';
import { eventually } from '../test/eventually.ts';

let server: TestServer;
let rig: EngineRig;
let network: EngineRig['network'];
let fixture: EngineRig['fixture'];
let profiles: string;
beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  rig = await EngineRig.open(server);
  ({ network, fixture } = rig);
  await rig.link();
  profiles = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
});
afterEach(async () => {
  await rig.close();
  // A browser ends a moment after the process that started it.
  rmSync(profiles, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const untilSent = (count: number) =>
  eventually(async () => expect((await fixture.rows()).filter((row) => row.status === 'sent')).toHaveLength(count));

test('delivers every message exactly once when killed repeatedly', async () => {
  await rig.addMessages(200, 37);
  network.faults.add({ kind: 'slow-reply', times: null, chance: 0.5, delayMs: 30 });
  for (let kills = 0; kills < 5; kills += 1) {
    const before = network.deliveries.totals().messages;
    const engine = rig.startProcess();
    await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(before + 15));
    engine.child.kill('SIGKILL');
    await engine.ended;
  }
  expect(network.deliveries.totals().messages).toBeLessThan(200);
  rig.startProcess();
  await untilSent(200);
  const { total, duplicates, absorbed } = network.deliveries.page(null, 1, 0);
  expect({ total, duplicates }).toEqual({ total: 200, duplicates: 0 });
  // Some had left when the process was killed: they were resent with the same id.
  expect(absorbed).toBeGreaterThan(0);
});

test('publishes its presence, answers commands, and shuts down cleanly on SIGTERM', async () => {
  const published: string[] = [];
  const replies: unknown[] = [];
  const unsubscribe = [
    server.platform.broker.subscribe(topics.enginePresence(fixture.engineId), (_topic, payload) => {
      published.push(JSON.parse(payload).state);
    }),
    server.platform.broker.subscribe(topics.engineReply(fixture.engineId), (_topic, payload) => {
      replies.push(JSON.parse(payload));
    }),
  ];
  const engine = rig.startProcess();
  await engine.says('connected');
  await eventually(() => expect(published).toContain('online'));
  await eventually(() => {
    server.platform.broker.publish(topics.engineCommand(fixture.engineId), '{"id":"1","name":"health"}');
    expect(replies).toContainEqual({ id: '1', ok: true, data: expect.objectContaining({ status: 'connected' }) });
  });
  engine.child.kill('SIGTERM');
  expect(await engine.ended).toBe(0);
  await eventually(() => expect(published.at(-1)).toBe('offline'));
  for (const end of unsubscribe) end();
});

test('is woken immediately by a poke over MQTT', async () => {
  const engine = rig.startProcess();
  await engine.says('connected');
  await engine.says('connected to the broker');
  // The first claims are over: only a poke makes it claim again within seconds.
  await fixture.add();
  await eventually(async () => {
    server.platform.broker.publish(topics.enginePoke(fixture.engineId), '');
    expect((await fixture.rows())[0]?.status).toBe('sent');
  });
});

test('sends messages without a broker', async () => {
  await rig.addMessages(5);
  rig.startProcess({ MQTT_URL: 'mqtt://127.0.0.1:9' });
  await untilSent(5);
});

test('ends the first process of an engine when a second one starts', async () => {
  const first = rig.startProcess();
  await first.says('connected');
  const second = rig.startProcess();
  await second.says('connected');
  expect(await first.ended).toBe(3);
});

test('exits with a clear message for a rejected token or missing settings', async () => {
  const stranger = rig.startProcess({ ENGINE_TOKEN: 'engine.nonsense' });
  expect(await stranger.ended).toBe(4);
  const bare = rig.startProcess({
    ENGINE_ID: 'x',
    SERVER_URL: undefined,
    ENGINE_DRIVER: 'pigeon',
    LOG_LEVEL: 'loud',
  });
  expect(await bare.ended).toBe(2);
  expect(bare.lines.map((line) => line.msg)).toEqual([
    'ENGINE_ID: a UUID',
    'ENGINE_DRIVER: one of simulator, baileys, wa-js, cloud-api',
    'LOG_LEVEL: one of debug, info, warn, error, silent',
    'SERVER_URL: is not set',
  ]);
});

test('logs no secret and no message text', async () => {
  await rig.addMessages(3);
  const engine = rig.startProcess({ LOG_LEVEL: 'debug' });
  await untilSent(3);
  const log = JSON.stringify(engine.lines);
  expect(log).not.toContain(rig.token);
  expect(log).not.toContain('Message 1');
});

test.each(['baileys', 'wa-js'])(
  '%s as a process: paired once and killed, it comes back without a new code and loses nothing',
  async (driver) => {
    const { pool } = server.database;
    const account = '+447700955555';
    await pool.query(`update engines set phone_number = null, driver = $2 where id = $1`, [fixture.engineId, driver]);
    const row = async () =>
      (await pool.query('select status, qrcode, phone_number from engines where id = $1', [fixture.engineId])).rows[0];
    // Files that a killed process leaves in the temporary folder are removed with the test's own folder.
    const folders = { PROFILES_DIR: profiles, TMPDIR: profiles };
    const environment = { ENGINE_DRIVER: driver, CHROMIUM: process.env.CHROMIUM, ...folders };
    let engine = rig.startProcess(environment);
    await eventually(async () => expect(await row()).toMatchObject({ status: 'qrcode' }));
    await network.phones.scan(account, (await row()).qrcode);
    await eventually(async () =>
      expect(await row()).toEqual({ status: 'connected', qrcode: null, phone_number: account }),
    );

    await rig.addMessages(60, 37);
    network.faults.add({ kind: 'slow-reply', times: null, chance: 0.5, delayMs: 100 });
    for (let kills = 0; kills < 3; kills += 1) {
      const before = network.deliveries.totals().messages;
      await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(before + 3));
      engine.child.kill('SIGKILL');
      await engine.ended;
      engine = rig.startProcess(environment);
    }
    await untilSent(60);
    const { total, duplicates } = network.deliveries.page(null, 1, 0);
    expect({ total, duplicates }).toEqual({ total: 60, duplicates: 0 });
    // Both acknowledge receipts before the server has stored them: those of a killed process may be lost, but no
    // message is.
    await eventually(async () =>
      expect((await fixture.rows()).filter((row) => row.ack === 3).length).toBeGreaterThan(20),
    );
    expect(engine.lines.map((line) => line.msg)).not.toContain('qrcode');
    // Its browser ends with it now; that of a killed process would still write for a moment, into a folder that is
    // being removed.
    engine.child.kill('SIGTERM');
    await engine.ended;
  },
  90_000,
);
