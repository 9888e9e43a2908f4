import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LinkListener } from './link.ts';
import type { ChatState, NetworkMessage } from './model.ts';
import { SimulatedNetwork } from './simulated-network.ts';

const [OWNER, FRIEND] = ['+447700900001', '+447700900002'];
let network: SimulatedNetwork;

beforeEach(() => {
  network = new SimulatedNetwork({ directory: null, delays: { deliveredMs: [1, 1], readMs: [1, 1] } });
});
afterEach(() => network.close());

/** A device of the account that wants copies. */
function linked(account: string, device: string) {
  const messages: NetworkMessage[] = [];
  const chats: ChatState[] = [];
  const listener: LinkListener = {
    receipts: () => undefined,
    messages: (news, cursor) => {
      messages.push(...news);
      link?.acknowledgeMessages(cursor);
    },
    chats: (news) => chats.push(...news),
    restriction: () => undefined,
    closed: () => undefined,
  };
  const link = network.connect({ device, secret: device, account, copies: true }, listener);
  return { messages, chats, link, kinds: () => messages.map((message) => message.body.kind) };
}
const text = (words: string) => ({ kind: 'text' as const, text: words });
const idOf = (reply: { kind: string; id?: string }) => reply.id ?? '';

test('nobody can change another person’s message', async () => {
  const sent = idOf(await network.phones.send(FRIEND, OWNER, text('at six')));
  expect(await network.phones.edit(OWNER, FRIEND, sent, 'at nine')).toMatchObject({ code: 'bad-message' });
  expect(await network.phones.deleteMessage(OWNER, FRIEND, sent)).toMatchObject({ code: 'bad-message' });
  expect(await network.phones.edit(FRIEND, OWNER, sent, 'at seven')).toMatchObject({ kind: 'accepted' });
});

test('stars and read chats reach only the account’s own devices, and do not count as double sends', async () => {
  const [mine, theirs] = [linked(OWNER, 'mine'), linked(FRIEND, 'theirs')];
  const sent = idOf(await network.phones.send(FRIEND, OWNER, text('the door code')));
  for (const isStarred of [true, false, true]) await network.phones.star(OWNER, FRIEND, sent, isStarred);
  await network.phones.read(OWNER, FRIEND);
  await network.phones.read(OWNER, FRIEND);
  expect(mine.kinds()).toEqual(['text', 'star', 'star', 'star', 'read', 'read']);
  expect(theirs.kinds()).toEqual(['text']);
  expect(network.deliveries.page(null, 100, 0).duplicates).toBe(0);
});

test('a device receives what the phone and other devices send, but never its own', async () => {
  const [first, second] = [linked(OWNER, 'first'), linked(OWNER, 'second')];
  await network.phones.send(OWNER, FRIEND, text('from the phone'));
  await first.link?.send({ id: '3EB0A', to: FRIEND, body: text('from the first') });
  expect(first.messages.map((message) => message.body.text)).toEqual(['from the phone']);
  expect(second.messages.map((message) => message.body.text)).toEqual(['from the phone', 'from the first']);
});

test('unread messages are counted until the owner reads or writes', async () => {
  const { chats } = linked(OWNER, 'mine');
  const unread = () => chats.findLast((chat) => chat.chat === FRIEND)?.unread;
  await network.phones.send(FRIEND, OWNER, text('one'));
  await network.phones.send(FRIEND, OWNER, text('two'));
  expect(unread()).toBe(2);
  await network.phones.send(OWNER, FRIEND, text('yes?'));
  expect(unread()).toBe(0);
});

test('a member removed from a group while offline learns of it at the next connection', async () => {
  const group = network.phones.createGroup(FRIEND, 'Allotment', [OWNER]);
  network.phones.changeGroup(FRIEND, group.id, { remove: [OWNER] });
  const { chats } = linked(OWNER, 'mine');
  await Promise.resolve();
  expect(chats).toMatchObject([{ chat: group.id, subject: 'Allotment', isLeft: true, mayWrite: false }]);
  expect(() => network.phones.changeGroup(OWNER, group.id, { subject: 'Mine' })).toThrow('not in the group');
});
