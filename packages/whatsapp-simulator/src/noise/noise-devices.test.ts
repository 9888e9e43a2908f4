import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, eventually, FRIEND, friendJid, ME, NoiseRig } from '../../test/noise-rig.ts';

let rig: NoiseRig;
beforeEach(async () => {
  rig = await NoiseRig.start();
});
afterEach(() => rig.stop());

type Heard = [chat: string, fromMe: boolean, words: string];
/** By their words: Baileys may turn messages of two senders round. */
const sorted = (messages: Heard[]) => messages.toSorted(([, , one], [, , other]) => one.localeCompare(other));
const heard = ({ messages }: Client) =>
  sorted(
    // Notices of groups come as messages that say nothing.
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

test('four devices of one account hear what others send, what the phone sends, and what one of them sends', async () => {
  const devices = await Promise.all([1, 2, 3, 4].map(() => rig.pairAndOpen()));
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'to you' });
  await rig.network.phones.send(ME, FRIEND, { kind: 'text', text: 'from the phone' });
  const both: Heard[] = [
    [friendJid, false, 'to you'],
    [friendJid, true, 'from the phone'],
  ];
  for (const device of devices) await eventually(() => expect(heard(device)).toEqual(sorted(both)));
  const [first, ...others] = devices;
  await first?.socket.sendMessage(friendJid, { text: 'from the first' });
  const copy: Heard = [friendJid, true, 'from the first'];
  for (const device of others) await eventually(() => expect(heard(device)).toEqual(sorted([...both, copy])));
  expect(rig.network.deliveries.page(FRIEND, 10, 0).data.map(({ text }) => text)).toEqual([
    'from the phone',
    'from the first',
  ]);
});

test('in groups too', async () => {
  const [first, second] = await Promise.all([rig.pairAndOpen(), rig.pairAndOpen()]);
  const group = rig.network.phones.createGroup(ME, 'Friends', [FRIEND]);
  await rig.network.phones.send(FRIEND, group.id, { kind: 'text', text: 'to all' });
  await rig.network.phones.send(ME, group.id, { kind: 'text', text: 'from the phone' });
  const both: Heard[] = [
    [group.id, false, 'to all'],
    [group.id, true, 'from the phone'],
  ];
  await eventually(() => expect([heard(first), heard(second)]).toEqual([sorted(both), sorted(both)]));
  await second.socket.sendMessage(group.id, { text: 'from the second' });
  await eventually(() => expect(heard(first)).toEqual(sorted([...both, [group.id, true, 'from the second']])));
});

test('a device that was away hears all of it later, whatever the others have acknowledged', async () => {
  const [away, present] = await Promise.all([rig.pairAndOpen(), rig.pairAndOpen()]);
  await close(away);
  const sent = await present.socket.sendMessage(friendJid, { text: 'one' });
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'two' });
  await eventually(() => expect(heard(present)).toContainEqual([friendJid, false, 'two']));
  await eventually(() => expect(present.statuses.get(sent?.key.id ?? '')).toBe(4));
  const back = rig.connect(away.state);
  await eventually(() =>
    expect(heard(back)).toEqual([
      [friendJid, true, 'one'],
      [friendJid, false, 'two'],
    ]),
  );
});

test('the receipts of a device come though another has come and gone', async () => {
  const sender = await rig.pairAndOpen();
  await close(await rig.pairAndOpen());
  const sent = await sender.socket.sendMessage(friendJid, { text: 'hello' });
  await eventually(() => expect(sender.statuses.get(sent?.key.id ?? '')).toBe(4));
});

test('a device that is linked later is not told as news what came before', async () => {
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'before' });
  const device = await rig.pairAndOpen();
  await rig.network.phones.send(FRIEND, ME, { kind: 'text', text: 'after' });
  await eventually(() => expect(heard(device)).toEqual([[friendJid, false, 'after']]));
});
