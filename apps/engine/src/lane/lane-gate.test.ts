import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chatsDomain } from '../../../server/src/domains/chats/index.ts';
import { enginesDomain } from '../../../server/src/domains/engines/index.ts';
import { messagesDomain } from '../../../server/src/domains/messages/index.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { EngineRig } from '../../test/engine-rig.ts';
import { eventually } from '../../test/eventually.ts';
import { type Gate, openGate } from '../../test/gate.ts';

let server: TestServer;
let rig: EngineRig;
let network: EngineRig['network'];
let fixture: EngineRig['fixture'];
let gate: Gate;
beforeAll(async () => {
  server = await startTestServer({ domains: [enginesDomain, messagesDomain, chatsDomain] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  rig = await EngineRig.open(server);
  ({ network, fixture } = rig);
  await rig.link();
  gate = await openGate(server.url);
});
afterEach(async () => {
  await rig.close();
  await gate.end();
});

test('keeps its connection and results while the server is down, and continues when it is back', async () => {
  await rig.addMessages(40);
  network.faults.add({ kind: 'slow-reply', times: null, delayMs: 20 });
  // WhatsApp always answers; on a busy machine a driver with a short timeout would consider a late answer lost and send
  // again.
  const answerTimeoutMs = 20_000;
  const lane = rig.startLane({ serverUrl: gate.url, claimLimit: 20, concurrency: 4, answerTimeoutMs });
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThan(5));
  gate.close();
  // Claimed messages are sent without the server.
  await eventually(() => expect(network.deliveries.totals().messages).toBeGreaterThanOrEqual(20));
  expect(lane.status).toBe('connected');
  gate.open();
  await rig.untilAll('sent', 40);
  rig.expectEachOnce(40);
  expect(network.deliveries.totals().absorbed).toBe(0);
});

test('finds a claim again whose response was lost', async () => {
  await rig.addMessages(10);
  // The first claim asks for rows in doubt, of which there are none; the second takes these ten.
  gate.swallowAnswerTo = '"resume":false';
  rig.startLane({ serverUrl: gate.url });
  await rig.untilAll('sent', 10);
  expect(gate.swallowAnswerTo).toBeNull();
  expect((await fixture.rows()).map((row) => row.attempt)).toEqual(Array(10).fill(2));
  rig.expectEachOnce(10);
});

/** Incoming messages stored by the server, in order. */
const stored = async () => {
  const { rows } = await server.database.pool.query<{ body: string }>(
    'select body from received_messages where engine_id = $1 order by written_at, id',
    [fixture.engineId],
  );
  return rows.map((row) => row.body);
};
const FRIEND = '+447700900002';

test('stores messages that arrive while the server is down once it is back, and only once if the response is lost', async () => {
  const lane = rig.startLane({ serverUrl: gate.url });
  await eventually(() => expect(lane.status).toBe('connected'));
  gate.close();
  const texts = Array.from({ length: 30 }, (_, at) => `in ${at}`);
  for (const text of texts) await network.phones.send(FRIEND, rig.account, { kind: 'text', text });
  gate.swallowAnswerTo = '"in 0"';
  gate.open();
  await eventually(async () => expect(await stored()).toEqual(texts));
  expect(gate.swallowAnswerTo).toBeNull();
});

test('reports unstored messages again in the next run: nothing is acknowledged before the server has it', async () => {
  const first = rig.startLane({ serverUrl: gate.url });
  await eventually(() => expect(first.status).toBe('connected'));
  gate.close();
  for (const text of ['one', 'two']) await network.phones.send(FRIEND, rig.account, { kind: 'text', text });
  await first.stop(300);
  expect(await stored()).toEqual([]);
  rig.startLane();
  await eventually(async () => expect(await stored()).toEqual(['one', 'two']));
});
