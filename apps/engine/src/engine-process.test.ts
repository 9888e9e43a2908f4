import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { topics } from '@switchyard/contracts/mqtt-topics';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { issueEngineToken } from '../../server/src/domains/engines/engine-token.ts';
import { enginesDomain } from '../../server/src/domains/engines/index.ts';
import { messagesDomain } from '../../server/src/domains/messages/index.ts';
import { createLaneFixture, type LaneFixture } from '../../server/test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Waits until the check passes; the machine may be busy with other tests. */
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

let server: TestServer;
let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let fixture: LaneFixture;
let children: ChildProcess[];
let profiles: string;

beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
  fixture = await createLaneFixture(server.database);
  const account = `+4477009${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`;
  await server.database.pool.query('update engines set phone_number = $1 where id = $2', [account, fixture.engineId]);
  children = [];
  profiles = mkdtempSync(join(tmpdir(), 'switchyard-profiles-'));
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  // A browser ends a moment after the process that started it.
  rmSync(profiles, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await face.close();
  network.close();
});

interface EngineProcess {
  child: ChildProcess;
  lines: { msg: string }[];
  /** Resolves with the exit code, or the signal's name. */
  ended: Promise<number | string>;
  says(message: string): Promise<void>;
}

function start(environment: Record<string, string | undefined> = {}): EngineProcess {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ENGINE_ID: fixture.engineId,
      ENGINE_TOKEN: issueEngineToken(server.platform.secret, fixture.identity),
      SERVER_URL: server.url,
      MQTT_URL: server.platform.broker.engineUrl,
      POD_NAME: 'pod-a',
      ENGINE_DRIVER: 'simulator',
      SIMULATOR_URL: face.url,
      ...environment,
    },
  });
  children.push(child);
  const lines: { msg: string }[] = [];
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    rest += chunk.toString('utf8');
    const complete = rest.split('\n');
    rest = complete.pop() ?? '';
    lines.push(...complete.map((line) => JSON.parse(line) as { msg: string }));
  });
  return {
    child,
    lines,
    ended: once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string),
    says: (message) => eventually(() => expect(lines.map((line) => line.msg)).toContain(message)),
  };
}

/** Texts differ, so that the network can tell a double send from two messages. */
async function addMessages(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await fixture.add({ to: `+4477009010${10 + (at % 37)}`, text: `Message ${at}` });
  }
}
const untilSent = (count: number) =>
  eventually(async () => expect((await fixture.rows()).filter((row) => row.status === 'sent')).toHaveLength(count));

test('killed again and again in the middle, every message arrives exactly once', async () => {
  await addMessages(200);
  network.faults.add({ kind: 'slow-reply', times: null, chance: 0.5, delayMs: 30 });
  for (let kills = 0; kills < 5; kills += 1) {
    const before = network.deliveries.totals().messages;
    const engine = start();
    await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(before + 15));
    engine.child.kill('SIGKILL');
    await engine.ended;
  }
  expect(network.deliveries.totals().messages).toBeLessThan(200);
  start();
  await untilSent(200);
  const { total, duplicates, absorbed } = network.deliveries.page(null, 1, 0);
  expect({ total, duplicates }).toEqual({ total: 200, duplicates: 0 });
  // Some had left when the process was killed: they were sent again under the same id.
  expect(absorbed).toBeGreaterThan(0);
});

test('tells its presence, answers commands, and ends orderly on SIGTERM', async () => {
  const heard: string[] = [];
  const replies: unknown[] = [];
  const unsubscribe = [
    server.platform.broker.subscribe(topics.enginePresence(fixture.engineId), (_topic, payload) => {
      heard.push(JSON.parse(payload).state);
    }),
    server.platform.broker.subscribe(topics.engineReply(fixture.engineId), (_topic, payload) => {
      replies.push(JSON.parse(payload));
    }),
  ];
  const engine = start();
  await engine.says('connected');
  await eventually(() => expect(heard).toContain('online'));
  await eventually(() => {
    server.platform.broker.publish(topics.engineCommand(fixture.engineId), '{"id":"1","name":"health"}');
    expect(replies).toContainEqual({ id: '1', ok: true, data: expect.objectContaining({ status: 'connected' }) });
  });
  engine.child.kill('SIGTERM');
  expect(await engine.ended).toBe(0);
  await eventually(() => expect(heard.at(-1)).toBe('offline'));
  for (const end of unsubscribe) end();
});

test('a poke over MQTT wakes the lane at once', async () => {
  const engine = start();
  await engine.says('connected');
  await engine.says('connected to the broker');
  // The first claims are over: nothing but a poke makes it ask again within seconds.
  await fixture.add();
  await eventually(async () => {
    server.platform.broker.publish(topics.enginePoke(fixture.engineId), '');
    expect((await fixture.rows())[0]?.status).toBe('sent');
  });
});

test('without a broker the messages go out all the same', async () => {
  await addMessages(5);
  start({ MQTT_URL: 'mqtt://127.0.0.1:9' });
  await untilSent(5);
});

test('a second process for the engine ends the first', async () => {
  const first = start();
  await first.says('connected');
  const second = start();
  await second.says('connected');
  expect(await first.ended).toBe(3);
});

test('a token that is not accepted, or settings that are not there, end it with a clear line', async () => {
  const stranger = start({ ENGINE_TOKEN: 'engine.nonsense' });
  expect(await stranger.ended).toBe(4);
  const bare = start({ ENGINE_ID: 'x', SERVER_URL: undefined, ENGINE_DRIVER: 'pigeon', LOG_LEVEL: 'loud' });
  expect(await bare.ended).toBe(2);
  expect(bare.lines.map((line) => line.msg)).toEqual([
    'ENGINE_ID: a UUID',
    'ENGINE_DRIVER: one of simulator, baileys, cloud-api, wa-js',
    'LOG_LEVEL: one of debug, info, warn, error, silent',
    'SERVER_URL: is not set',
  ]);
});

test('the log holds no secret and no text of a message', async () => {
  await addMessages(3);
  const engine = start({ LOG_LEVEL: 'debug' });
  await untilSent(3);
  const log = JSON.stringify(engine.lines);
  expect(log).not.toContain(issueEngineToken(server.platform.secret, fixture.identity));
  expect(log).not.toContain('Message 1');
});

test.each(['baileys', 'wa-js'])(
  '%s as a process: paired once, killed in the middle, it comes back without a new code and loses nothing',
  async (driver) => {
    const { pool } = server.database;
    const account = '+447700955555';
    await pool.query(`update engines set phone_number = null, driver = $2 where id = $1`, [fixture.engineId, driver]);
    const row = async () =>
      (await pool.query('select status, qrcode, phone_number from engines where id = $1', [fixture.engineId])).rows[0];
    let engine = start({ ENGINE_DRIVER: driver, PROFILES_DIR: profiles, CHROMIUM: process.env.CHROMIUM });
    await eventually(async () => expect(await row()).toMatchObject({ status: 'qrcode' }));
    await network.phones.scan(account, (await row()).qrcode);
    await eventually(async () =>
      expect(await row()).toEqual({ status: 'connected', qrcode: null, phone_number: account }),
    );

    await addMessages(60);
    network.faults.add({ kind: 'slow-reply', times: null, chance: 0.5, delayMs: 100 });
    for (let kills = 0; kills < 3; kills += 1) {
      const before = network.deliveries.totals().messages;
      await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(before + 3));
      engine.child.kill('SIGKILL');
      await engine.ended;
      engine = start({ ENGINE_DRIVER: driver, PROFILES_DIR: profiles, CHROMIUM: process.env.CHROMIUM });
    }
    await untilSent(60);
    const { total, duplicates } = network.deliveries.page(null, 1, 0);
    expect({ total, duplicates }).toEqual({ total: 60, duplicates: 0 });
    // Both acknowledge receipts before we could tell the server: those of a killed process may be lost, no message is.
    await eventually(async () =>
      expect((await fixture.rows()).filter((one) => one.ack === 3).length).toBeGreaterThan(20),
    );
    expect(engine.lines.map((line) => line.msg)).not.toContain('qrcode');
  },
  90_000,
);
