import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, eventually, FRIEND, friendJid, ME, NoiseRig } from '../../test/noise-rig.ts';

let rig: NoiseRig;
beforeEach(async () => {
  rig = await NoiseRig.start();
});
afterEach(() => rig.stop());

type ReceivedText = [chat: string, fromMe: boolean, text: string];
/** Sorted by text, because Baileys may reorder messages of two senders. */
const sorted = (messages: ReceivedText[]) => messages.toSorted(([, , left], [, , right]) => left.localeCompare(right));
const received = ({ messages }: Client) =>
  sorted(
    // Group notices come as messages without a text.
    messages
      .filter(({ message }) => message)
      .map(({ key, message }) => [
        key.remoteJid ?? '',
        key.fromMe ?? false,
        message?.conversation ?? message?.extendedTextMessage?.text ?? '',
      ]),
  );

async function close(client: Client): Promise<void> {
  void client.socket.end(undefined);
  await client.update((update) => update.connection === 'close');
}

test('four devices of one account receive what others, the phone and one of them send', async () => {
  const devices = await Promise.all([1, 2, 3, 4].map(() => rig.pairAndOpen()));
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'to you' });
  await rig.network.phones.send(ME, FRIEND, { kind: 'text', text: 'from the phone' });
  const both: ReceivedText[] = [
    [friendJid, false, 'to you'],
    [friendJid, true, 'from the phone'],
  ];
  for (const device of devices) await eventually(() => expect(received(device)).toEqual(sorted(both)));
  const [first, ...others] = devices;
  await first?.socket.sendMessage(friendJid, { text: 'from the first' });
  const copy: ReceivedText = [friendJid, true, 'from the first'];
  for (const device of others) await eventually(() => expect(received(device)).toEqual(sorted([...both, copy])));
  expect(rig.network.deliveries.page(FRIEND, 10, 0).data.map(({ text }) => text)).toEqual([
    'from the phone',
    'from the first',
  ]);
});

test('the same holds in groups', async () => {
  const [first, second] = await Promise.all([rig.pairAndOpen(), rig.pairAndOpen()]);
  const group = rig.network.phones.createGroup(ME, 'Friends', [FRIEND]);
  await rig.network.phones.send(FRIEND, group.id, { kind: 'text', text: 'to all' });
  await rig.network.phones.send(ME, group.id, { kind: 'text', text: 'from the phone' });
  const both: ReceivedText[] = [
    [group.id, false, 'to all'],
    [group.id, true, 'from the phone'],
  ];
  await eventually(() => expect([received(first), received(second)]).toEqual([sorted(both), sorted(both)]));
  await second.socket.sendMessage(group.id, { text: 'from the second' });
  await eventually(() => expect(received(first)).toEqual(sorted([...both, [group.id, true, 'from the second']])));
});

test('a device that was offline receives everything later, whatever the others have acknowledged', async () => {
  const [away, present] = await Promise.all([rig.pairAndOpen(), rig.pairAndOpen()]);
  await close(away);
  const sent = await present.socket.sendMessage(friendJid, { text: 'one' });
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'two' });
  await eventually(() => expect(received(present)).toContainEqual([friendJid, false, 'two']));
  await eventually(() => expect(present.statuses.get(sent?.key.id ?? '')).toBe(4));
  const back = rig.connect(away.state);
  await eventually(() =>
    expect(received(back)).toEqual([
      [friendJid, true, 'one'],
      [friendJid, false, 'two'],
    ]),
  );
});

test('a device gets its receipts even if another came and went', async () => {
  const sender = await rig.pairAndOpen();
  await close(await rig.pairAndOpen());
  const sent = await sender.socket.sendMessage(friendJid, { text: 'hello' });
  await eventually(() => expect(sender.statuses.get(sent?.key.id ?? '')).toBe(4));
});

test('a newly linked device does not receive earlier messages as new', async () => {
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'before' });
  const device = await rig.pairAndOpen();
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'after' });
  await eventually(() => expect(received(device)).toEqual([[friendJid, false, 'after']]));
});
