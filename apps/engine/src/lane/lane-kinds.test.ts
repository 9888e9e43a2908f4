import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enginesDomain } from '../../../server/src/domains/engines/index.ts';
import { storeFile } from '../../../server/src/domains/files/store-file.ts';
import { messagesDomain } from '../../../server/src/domains/messages/index.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { EngineRig } from '../../test/engine-rig.ts';
import { eventually } from '../../test/eventually.ts';
import { simulatorDriver } from '../drivers/simulator/simulator-driver.ts';

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

const FRIEND = '+447700900002';

test('delivers a picture, a poll and an answer completely and once, even when replies are lost', async () => {
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
  rig.startLane();
  await rig.untilAll('sent', 3);
  const [picture, poll, reply] = rig.expectEachOnce(3);
  expect(picture).toMatchObject({
    kind: 'media',
    text: 'Body 0',
    media: { media: 'image', mimeType: 'image/png', fileName: 'a.png', bytes: png.length },
  });
  expect(Buffer.from(network.files.read(picture?.media?.sha256 ?? '') ?? []).equals(png)).toBe(true);
  expect(poll).toMatchObject({ kind: 'poll', text: 'Body 1', poll: { options: ['Tea', 'Coffee'], selectable: 1 } });
  expect(reply).toMatchObject({ kind: 'text', text: 'Body 2', quotedId: '3EB0AA' });
});

test('fails a kind that the driver cannot send, with the reason, and continues the lane', async () => {
  const id = await fixture.add({ text: 'Which?', due: `now() - interval '9 seconds'` });
  await server.database.pool.query('update messages set attachment = $2 where id = $1', [
    id,
    JSON.stringify({ kind: 'poll', options: ['Tea', 'Coffee'], selectable: 1 }),
  ]);
  await fixture.add({ text: 'Later' });
  const simulator = simulatorDriver({ url: rig.face.url });
  rig.startLane({
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
  await eventually(async () => expect(await rig.statuses()).toEqual(['failed', 'sent']));
  expect((await fixture.rows())[0]?.send_failure_reason).toBe('{"code":"actUnsupported"}');
});
