import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { topics } from '@switchyard/contracts/live/topics';
import { listen, SimulatedNetwork } from '@switchyard/whatsapp-simulator';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { issueHostToken } from '../../../server/src/domains/engines/engine-token.ts';
import { pokeHost } from '../../../server/src/domains/engines/hosted-engines.ts';
import { enginesDomain } from '../../../server/src/domains/engines/index.ts';
import { messagesDomain } from '../../../server/src/domains/messages/index.ts';
import { createLaneFixture, type LaneFixture } from '../../../server/test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const POD = 'engines-baileys-test';
const ACCOUNTS = ['+447700955501', '+447700955502'] as const;
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

let server: TestServer;
let network: SimulatedNetwork;
let face: Awaited<ReturnType<typeof listen>>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain] });
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [5, 20], readMs: [5, 20] } });
  face = await listen(network, { port: 0 });
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.splice(0).map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
});
afterAll(async () => {
  await face.close();
  network.close();
  await server.stop();
});

function startHost(token = issueHostToken(server.platform.secret, POD)): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOST_TOKEN: token,
      SERVER_URL: server.url,
      MQTT_URL: server.platform.broker.engineUrl,
      POD_NAME: POD,
      ENGINE_DRIVER: 'baileys',
      SIMULATOR_URL: face.url,
    },
  });
  children.push(child);
  return child;
}

async function addEngine(): Promise<LaneFixture> {
  const lane = await createLaneFixture(server.database);
  await server.database.pool.query(
    `update engines set driver = 'baileys', pod_name = $2, status = 'initializing' where id = $1`,
    [lane.engineId, POD],
  );
  return lane;
}

const rowOf = async (lane: LaneFixture) =>
  (await server.database.pool.query('select status, qrcode, phone_number from engines where id = $1', [lane.engineId]))
    .rows[0];
/** Polls repeatedly, because an engine poked before it is ready for messages would claim only after a while. */
async function sentOf(lane: LaneFixture): Promise<number> {
  server.platform.broker.publish(topics.enginePoke(lane.engineId), '');
  return (await lane.rows()).filter((row) => row.status === 'sent').length;
}

/** Texts differ, so that the network can distinguish a duplicate send from two messages. */
async function addMessages(lane: LaneFixture, to: string): Promise<void> {
  for (const text of ['first', 'second', 'third']) await lane.add({ to, text: `${text} to ${to} by ${lane.engineId}` });
}

async function pair(lane: LaneFixture, account: string): Promise<void> {
  await eventually(async () => expect(await rowOf(lane)).toMatchObject({ status: 'qrcode' }));
  await network.phones.scan(account, (await rowOf(lane)).qrcode);
  await eventually(async () => expect(await rowOf(lane)).toMatchObject({ status: 'connected', phone_number: account }));
}

test('isolates two Baileys engines in one process from each other, and restores both after a kill', async () => {
  const [first, second] = [await addEngine(), await addEngine()];
  let host = startHost();
  await pair(first, ACCOUNTS[0]);
  await pair(second, ACCOUNTS[1]);

  // The first is unlinked on its phone and shows a code again. The second keeps sending.
  await network.phones.logOut(ACCOUNTS[0]);
  await eventually(async () => expect(await rowOf(first)).toMatchObject({ status: 'qrcode' }));
  await addMessages(second, '+447700900100');
  await eventually(async () => expect(await sentOf(second)).toBe(3));
  expect(host.exitCode).toBeNull();

  // The second's lane is taken from it: it gives up, and takes the lane again when it is free.
  await server.database.pool.query(
    'update engine_lanes set generation = generation + 1, expires_at = null where engine_id = $1',
    [second.engineId],
  );
  await pair(first, ACCOUNTS[0]);
  await addMessages(second, '+447700900101');
  await eventually(async () => expect(await sentOf(second)).toBe(6));
  expect(host.exitCode).toBeNull();

  // After killing the whole process, both come back without a new code.
  host.kill('SIGKILL');
  await once(host, 'exit');
  host = startHost();
  await addMessages(first, '+447700900102');
  await addMessages(second, '+447700900102');
  await eventually(async () => expect([await sentOf(first), await sentOf(second)]).toEqual([3, 9]));
  expect(network.deliveries.page(null, 1, 0)).toMatchObject({ total: 12, duplicates: 0 });

  // An engine that should no longer run leaves; SIGTERM stops the rest cleanly.
  await server.database.pool.query(
    `update engines set desired = 'absent', token_version = token_version + 1 where id = $1`,
    [first.engineId],
  );
  pokeHost(server.platform, POD);
  host.kill('SIGTERM');
  expect((await once(host, 'exit'))[0]).toBe(0);
  const { rows } = await server.database.pool.query('select holder from engine_lanes where engine_id = $1', [
    second.engineId,
  ]);
  expect(rows).toEqual([{ holder: null }]);
}, 90_000);

test('opens only the list of its own pod with a host token', async () => {
  const lane = await addEngine();
  const token = issueHostToken(server.platform.secret, POD);
  const list = await server.call<{ engines: { _id: string }[] }>('POST', '/engine/host', {}, { token });
  expect(list.body.engines.map((engine) => engine._id)).toContain(lane.engineId);
  const stranger = issueHostToken(server.platform.secret, 'another-pod');
  expect((await server.call('POST', '/engine/host', {}, { token: stranger })).body).toEqual({ engines: [] });
  const claim = await server.call('POST', '/engine/claim', { generation: 1, limit: 1 }, { token });
  expect(claim.status).toBe(401);
  for (const wrong of [`${token}x`, token.replace(POD, 'another-pod'), 'host.x']) {
    expect((await server.call('POST', '/engine/host', {}, { token: wrong })).status).toBe(401);
  }
  expect((await once(startHost('host.nonsense'), 'exit'))[0]).toBe(4);
});
