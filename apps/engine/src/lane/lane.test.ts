import { randomBytes, randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chatsDomain } from '../../../server/src/domains/chats/index.ts';
import { issueEngineToken } from '../../../server/src/domains/engines/engine-token.ts';
import { enginesDomain } from '../../../server/src/domains/engines/index.ts';
import { storeFile } from '../../../server/src/domains/files/store-file.ts';
import { messagesDomain } from '../../../server/src/domains/messages/index.ts';
import { createLaneFixture, type LaneFixture } from '../../../server/test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { connectToServer } from '../connection/server-client.ts';
import { simulatorDriver } from '../drivers/simulator/simulator-driver.ts';
import { createLog } from '../log.ts';
import { createLane, type Lane, type LaneOptions } from './lane.ts';

/** Waits until the check passes; the machine may be busy with other tests. */
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

let server: TestServer;
let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
let fixture: LaneFixture;
let account: string;
let lanes: Lane[];

beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain, chatsDomain] });
});
afterAll(() => server.stop());

beforeEach(async () => {
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
  fixture = await createLaneFixture(server.database);
  account = `+4477009${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`;
  await server.database.pool.query('update engines set phone_number = $1 where id = $2', [account, fixture.engineId]);
  lanes = [];
});
afterEach(async () => {
  await Promise.all(lanes.map((lane) => lane.stop(500)));
  await face.close();
  network.close();
});

function start(options: Partial<LaneOptions> & { answerTimeoutMs?: number; serverUrl?: string } = {}): Lane {
  const { answerTimeoutMs = 500, serverUrl = server.url, ...rest } = options;
  const token = issueEngineToken(server.platform.secret, fixture.identity);
  const lane = createLane({
    engineId: fixture.engineId,
    holder: 'pod-a',
    instanceId: randomUUID(),
    server: connectToServer(serverUrl, token, { timeoutMs: 2_000 }),
    createDriver: simulatorDriver({ url: face.url, answerTimeoutMs }),
    log: createLog('silent'),
    ...rest,
  });
  lanes.push(lane);
  return lane;
}
const statuses = async () => (await fixture.rows()).map((row) => row.status);
const untilAll = (status: string, count: number) =>
  eventually(async () => expect(await statuses()).toEqual(Array(count).fill(status)));
/** What the network counted: nothing lost, nothing seen twice. */
const expectEachOnce = (count: number) => {
  const { data, total, duplicates } = network.deliveries.page(null, 1_000, 0);
  expect({ total, duplicates }).toEqual({ total: count, duplicates: 0 });
  return data;
};

/** Texts differ, so that the network can tell a double send from two messages. */
async function addMessages(count: number, due = `now() - interval '1 second'`): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await fixture.add({ due, to: `+44770090${1000 + (at % 7)}`, text: `Message ${at}` });
  }
}

test('sends what is due, in order for each chat, and reports it with its receipts', async () => {
  await addMessages(30);
  start();
  await untilAll('sent', 30);
  const data = expectEachOnce(30);
  for (const to of new Set(data.map((one) => one.to))) {
    const numbers = data.filter((one) => one.to === to).map((one) => Number(one.text.split(' ')[1]));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
  await eventually(async () => expect((await fixture.rows()).every((row) => row.ack === 3)).toBe(true));
  const { rows } = await server.database.pool.query('select status, phone_number from engines where id = $1', [
    fixture.engineId,
  ]);
  expect(rows).toEqual([{ status: 'connected', phone_number: account }]);
});

test('sleeps until the next message is due; a poke wakes it for an earlier one', async () => {
  const lane = start();
  await eventually(() => expect(lane.status).toBe('connected'));
  await fixture.add({ due: `now() + interval '700 milliseconds'` });
  lane.poke();
  await untilAll('sent', 1);
  const [row] = await fixture.rows();
  const lateMs = (row?.sent_at?.getTime() ?? 0) - (row?.claimable_at.getTime() ?? 0);
  expect(lateMs).toBeGreaterThanOrEqual(-5);
  expect(lateMs).toBeLessThan(500);
});

test('lost replies, broken links and a rate limit: each message arrives once all the same', async () => {
  await addMessages(40);
  network.faults.add({ kind: 'lost-reply', times: 4 });
  network.faults.add({ kind: 'drop-after-accept', chance: 0.1, times: 3 });
  network.faults.add({ kind: 'drop-before-accept', chance: 0.1, times: 3 });
  start();
  await untilAll('sent', 40);
  expectEachOnce(40);
  expect(network.deliveries.totals().absorbed).toBeGreaterThan(0);
});

test('a number that is not on WhatsApp fails for good, with the reason', async () => {
  await fixture.add({ to: '+15550001234' });
  start();
  await untilAll('failed', 1);
  expect((await fixture.rows())[0]?.send_failure_reason).toMatch(/not on WhatsApp/);
});

test('a restricted account holds its lane; the rows wait', async () => {
  await addMessages(5);
  await network.phones.restrict(account, { scope: 'all', untilMs: Date.now() + 3_600_000 });
  start();
  await eventually(async () => {
    const { rows } = await server.database.pool.query(
      'select restriction_scope, restricted_until > now() as waits from engine_lanes where engine_id = $1',
      [fixture.engineId],
    );
    expect(rows).toEqual([{ restriction_scope: 'all', waits: true }]);
  });
  await untilAll('pending', 5);
  expect(network.deliveries.totals().messages).toBe(0);
});

test('a lane that lost its lease sends nothing more and ends', async () => {
  await addMessages(60);
  network.faults.add({ kind: 'slow-reply', times: null, delayMs: 60 });
  const old = start({ concurrency: 2 });
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(4));
  const taker = start({ holder: 'pod-a' });
  expect(await old.done).toBe('lease-lost');
  network.faults.clear();
  await untilAll('sent', 60);
  expectEachOnce(60);
  expect(taker.status).toBe('connected');
});

test('stopping finishes what is under way, gives the rest back and frees the lease within its grace', async () => {
  await addMessages(60);
  network.faults.add({ kind: 'slow-reply', times: null, delayMs: 100 });
  const lane = start({ concurrency: 2 });
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(2));
  const began = performance.now();
  await lane.stop(3_000);
  expect(performance.now() - began).toBeLessThan(6_000);
  const after = await statuses();
  expect(after.filter((one) => one === 'sent')).toHaveLength(network.deliveries.totals().messages);
  expect(new Set(after)).toEqual(new Set(['sent', 'pending']));
  const { rows } = await server.database.pool.query('select holder from engine_lanes where engine_id = $1', [
    fixture.engineId,
  ]);
  expect(rows).toEqual([{ holder: null }]);
});

test('pairs by QR when it has never been linked, and again after the phone logs it out', async () => {
  await server.database.pool.query('update engines set phone_number = null where id = $1', [fixture.engineId]);
  const lane = start();
  const shownCode = () =>
    eventually(async () => {
      const { rows } = await server.database.pool.query('select qrcode from engines where id = $1 and status = $2', [
        fixture.engineId,
        'qrcode',
      ]);
      expect(rows).toHaveLength(1);
      return rows[0].qrcode as string;
    });
  expect(await network.phones.scan(account, await shownCode())).toBe(fixture.engineId);
  await eventually(() => expect(lane.status).toBe('connected'));
  await network.phones.logOut(account);
  await eventually(() => expect(lane.status).toBe('qrcode'));
  const typed = (await lane.driver?.pairingCode?.(account)) ?? '';
  expect(await network.phones.enterCode(account, typed)).toBe(fixture.engineId);
  await eventually(() => expect(lane.status).toBe('connected'));
});

test('while the server is away it keeps its connection and its results, and goes on when it is back', async () => {
  const gate = await openGate(server.url);
  await addMessages(40);
  network.faults.add({ kind: 'slow-reply', times: null, delayMs: 20 });
  const lane = start({ serverUrl: gate.url, claimLimit: 20, concurrency: 4 });
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(5));
  gate.close();
  // What was claimed goes out without the server.
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThanOrEqual(20));
  expect(lane.status).toBe('connected');
  gate.open();
  await untilAll('sent', 40);
  expectEachOnce(40);
  expect(network.deliveries.totals().absorbed).toBe(0);
  await lane.stop(1_000);
  await gate.end();
});

test('a claim whose answer was lost is found again', async () => {
  const gate = await openGate(server.url);
  await addMessages(10);
  // The first claim asks for rows in doubt, of which there are none; the second one takes these ten.
  gate.swallowAnswerTo = '"resume":false';
  const lane = start({ serverUrl: gate.url });
  await untilAll('sent', 10);
  expect(gate.swallowAnswerTo).toBeNull();
  expect((await fixture.rows()).map((row) => row.attempt)).toEqual(Array(10).fill(2));
  expectEachOnce(10);
  await lane.stop(1_000);
  await gate.end();
});

/** What the server has stored of what came in, in the order in which it was written. */
const stored = async () => {
  const { rows } = await server.database.pool.query<{ body: string }>(
    'select body from received_messages where engine_id = $1 order by written_at, id',
    [fixture.engineId],
  );
  return rows.map((row) => row.body);
};
const FRIEND = '+447700900002';

test('what comes in while the server is away is stored when it is back, once, also when the answer is lost', async () => {
  const gate = await openGate(server.url);
  const lane = start({ serverUrl: gate.url });
  await eventually(() => expect(lane.status).toBe('connected'));
  gate.close();
  const texts = Array.from({ length: 30 }, (_, at) => `in ${at}`);
  for (const text of texts) await network.phones.send(FRIEND, account, { kind: 'text', text });
  gate.swallowAnswerTo = '"in 0"';
  gate.open();
  await eventually(async () => expect(await stored()).toEqual(texts));
  expect(gate.swallowAnswerTo).toBeNull();
  await lane.stop(1_000);
  await gate.end();
});

test('what was not stored is told again to the next life: nothing is taken before the server has it', async () => {
  const gate = await openGate(server.url);
  const first = start({ serverUrl: gate.url });
  await eventually(() => expect(first.status).toBe('connected'));
  gate.close();
  for (const text of ['one', 'two']) await network.phones.send(FRIEND, account, { kind: 'text', text });
  await first.stop(300);
  expect(await stored()).toEqual([]);
  start();
  await eventually(async () => expect(await stored()).toEqual(['one', 'two']));
  await gate.end();
});

test('a picture, a poll and an answer arrive whole and once, also when replies are lost', async () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(600_000)]);
  const file = await storeFile(server.database.pool, {
    workspaceId: fixture.workspaceId,
    name: 'a.png',
    contentType: 'image/png',
    body: [png] as unknown as AsyncIterable<Buffer>,
  });
  const { _id: fileId, name: fileName, ...rest } = file;
  const bodies = [
    { kind: 'media', fileId, fileName, ...rest },
    { kind: 'poll', options: ['Tea', 'Coffee'], selectable: 1 },
  ];
  for (const [at, attachment] of bodies.entries()) {
    const id = await fixture.add({ to: FRIEND, text: `Body ${at}`, due: `now() - interval '${9 - at} seconds'` });
    await server.database.pool.query('update messages set attachment = $2, file_id = $3 where id = $1', [
      id,
      JSON.stringify(attachment),
      attachment.kind === 'media' ? fileId : null,
    ]);
  }
  const answer = await fixture.add({ to: FRIEND, text: 'Body 2' });
  await server.database.pool.query('update messages set quote = $2 where id = $1', [
    answer,
    JSON.stringify({ waMessageId: '3EB0AA', from: FRIEND, text: 'What?' }),
  ]);
  network.faults.add({ kind: 'lost-reply', times: 2 });
  start();
  await untilAll('sent', 3);
  const [picture, poll, reply] = expectEachOnce(3);
  expect(picture).toMatchObject({
    kind: 'media',
    text: 'Body 0',
    media: { media: 'image', mimeType: 'image/png', fileName: 'a.png', bytes: png.length },
  });
  expect(Buffer.from(network.files.read(picture?.media?.sha256 ?? '') ?? []).equals(png)).toBe(true);
  expect(poll).toMatchObject({ kind: 'poll', text: 'Body 1', poll: { options: ['Tea', 'Coffee'], selectable: 1 } });
  expect(reply).toMatchObject({ kind: 'text', text: 'Body 2', quotedId: '3EB0AA' });
});

test('a kind that the driver cannot send fails for good, saying so, and the lane goes on', async () => {
  const id = await fixture.add({ text: 'Which?', due: `now() - interval '9 seconds'` });
  await server.database.pool.query('update messages set attachment = $2 where id = $1', [
    id,
    JSON.stringify({ kind: 'poll', options: ['Tea', 'Coffee'], selectable: 1 }),
  ]);
  await fixture.add({ text: 'Later' });
  const simulator = simulatorDriver({ url: face.url });
  start({
    createDriver: (context) => {
      const driver = simulator(context);
      return new Proxy(driver, {
        get(target, name) {
          if (name === 'capabilities') return { ...target.capabilities, kinds: ['text'] };
          const value = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  });
  await eventually(async () => expect(await statuses()).toEqual(['failed', 'sent']));
  expect((await fixture.rows())[0]?.send_failure_reason).toBe('This engine cannot send a poll.');
});

interface Gate {
  url: string;
  /** The answer to the next request that contains this is lost. */
  swallowAnswerTo: string | null;
  /** Cuts every connection and refuses new ones. */
  close(): void;
  open(): void;
  end(): Promise<void>;
}

/** A way to the server that can be shut, as if the server were away. */
async function openGate(serverUrl: string): Promise<Gate> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let shut = false;
  const gateway = createServer((inner) => {
    if (shut) {
      inner.destroy();
      return;
    }
    const outer = connect(Number(port), hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    let swallow = false;
    inner.on('data', (chunk) => {
      if (gate.swallowAnswerTo !== null && chunk.includes(gate.swallowAnswerTo)) {
        swallow = true;
        gate.swallowAnswerTo = null;
      }
      outer.write(chunk);
    });
    outer.on('data', (chunk) => {
      if (swallow) inner.destroy();
      else inner.write(chunk);
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const gate: Gate = {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    swallowAnswerTo: null,
    close() {
      shut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      shut = false;
    },
    end() {
      gate.close();
      return new Promise((resolve) => gateway.close(() => resolve()));
    },
  };
  return gate;
}
