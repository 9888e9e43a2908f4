import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { eventually, FRIEND, friendJid, ME, NoiseRig } from '../../test/noise-rig.ts';

let rig: NoiseRig;
beforeEach(async () => {
  rig = await NoiseRig.start();
});
afterEach(() => rig.stop());

test('a real Baileys client pairs by QR and sends; the recipient gets the message once', async () => {
  const { socket, statuses } = await rig.pairAndOpen();
  const sent = await socket.sendMessage(
    friendJid,
    { text: 'hello from Baileys' },
    { messageId: '3EB0AAAAAAAAAAAAAAAAAA' },
  );
  expect(sent?.key.id).toBe('3EB0AAAAAAAAAAAAAAAAAA');
  await eventually(() => expect(statuses.get('3EB0AAAAAAAAAAAAAAAAAA')).toBe(4));
  expect(rig.network.deliveries.page(FRIEND, 10, 0)).toMatchObject({
    total: 1,
    data: [{ from: ME, text: 'hello from Baileys', attempts: 1 }],
  });
  await socket.sendMessage(friendJid, { text: 'hello from Baileys' }, { messageId: '3EB0AAAAAAAAAAAAAAAAAA' });
  await eventually(() => expect(rig.network.deliveries.totals()).toMatchObject({ messages: 1, absorbed: 1 }));
});

test('phones’ messages arrive, including those sent while the client was offline', async () => {
  const first = await rig.pairAndOpen();
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'one' });
  await eventually(() => expect(first.messages.map((message) => message.message?.conversation)).toEqual(['one']));
  first.socket.end(undefined);
  await first.update((update) => update.connection === 'close');
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'two' });
  const second = rig.connect(first.state);
  await eventually(() => expect(second.messages.map((message) => message.message?.conversation)).toEqual(['two']));
  expect(second.messages[0]?.key).toMatchObject({ fromMe: false });
});

test('groups can be created, written to and received from', async () => {
  const { socket, messages } = await rig.pairAndOpen();
  const group = await socket.groupCreate('Friends', [friendJid]);
  expect(Object.keys(await socket.groupFetchAllParticipating())).toEqual([group.id]);
  await socket.sendMessage(group.id, { text: 'hello all' });
  await socket.sendMessage(group.id, { text: 'and again' });
  await eventually(() =>
    expect(rig.network.deliveries.page(group.id, 10, 0).data.map(({ text }) => text)).toEqual([
      'hello all',
      'and again',
    ]),
  );
  await rig.network.phones.send(FRIEND, group.id, { kind: 'text', text: 'hello you' });
  await eventually(() => expect(messages.map((message) => message.message?.conversation)).toContain('hello you'));
  expect(messages.at(-1)?.key.remoteJid).toBe(group.id);
});

test('a client logged out by the phone is notified and cannot reconnect', async () => {
  const client = await rig.pairAndOpen();
  await rig.network.phones.logOut(ME);
  const closed = await client.update((update) => update.connection === 'close');
  expect((closed.lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode).toBe(401);
  const again = rig.connect(client.state);
  const refused = await again.update((update) => update.connection === 'close');
  expect((refused.lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode).toBe(401);
});

test('a newer connection of the same device replaces the older one', async () => {
  const client = await rig.pairAndOpen();
  const newer = rig.connect(client.state);
  await newer.update((update) => update.connection === 'open');
  const closed = await client.update((update) => update.connection === 'close');
  expect((closed.lastDisconnect?.error as { output?: { statusCode: number } })?.output?.statusCode).toBe(440);
});

test('a look-up omits numbers that are not on WhatsApp; a restriction is reported as error 463', async () => {
  const { socket } = await rig.pairAndOpen();
  expect(await socket.onWhatsApp('+15550001234', FRIEND)).toMatchObject([{ exists: true, jid: friendJid }]);
  await rig.network.phones.restrict(ME, { scope: 'all', untilMs: null });
  const id = '3EB0AAAAAAAAAAAAAAAAAA';
  const acknowledgement = socket.waitForMessage(id, 5_000);
  await socket.sendMessage(friendJid, { text: 'not now' }, { messageId: id });
  expect(await acknowledgement).toMatchObject({ tag: 'ack', attrs: { error: '463' } });
  expect(rig.network.deliveries.totals().messages).toBe(0);
});

test('a paired device, its keys and sessions survive a restart of the network', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'switchyard-noise-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  await rig.stop();
  rig = await NoiseRig.start(directory);
  const before = await rig.pairAndOpen();
  await before.socket.sendMessage(friendJid, { text: 'before' });
  await eventually(() => expect(rig.network.deliveries.totals().messages).toBe(1));
  before.socket.end(undefined);
  await rig.restart(directory);
  const after = rig.connect(before.state);
  await after.update((update) => update.connection === 'open');
  await after.socket.sendMessage(friendJid, { text: 'after' });
  await eventually(() =>
    expect(rig.network.deliveries.page(FRIEND, 10, 0).data.map(({ text }) => text)).toEqual(['before', 'after']),
  );
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'welcome back' });
  await eventually(() =>
    expect(after.messages.map((message) => message.message?.conversation)).toContain('welcome back'),
  );
});
