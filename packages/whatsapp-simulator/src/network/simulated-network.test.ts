import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VirtualClock } from '../time/clock.ts';
import type { Link } from './link.ts';
import type { CloseReason, Receipt, Restriction, StoredMessage } from './model.ts';
import { SimulatedNetwork } from './simulated-network.ts';

const SENDER = '+447700900001';
const FRIEND = '+447700900002';
const ID = '3EB0000000000000000001';

describe('the simulated network', () => {
  let clock: VirtualClock;
  let network: SimulatedNetwork;

  beforeEach(() => {
    clock = new VirtualClock();
    network = new SimulatedNetwork({ directory: null, clock });
  });
  afterEach(() => network.close());

  function connect(account = SENDER, to = network) {
    const events = {
      receipts: [] as Receipt[],
      cursor: 0,
      messages: [] as StoredMessage[],
      restrictions: [] as (Restriction | null)[],
      closed: [] as CloseReason[],
    };
    const link = to.connect(
      { device: `device of ${account}`, secret: 'secret', account },
      {
        receipts: (receipts, cursor) => {
          events.receipts.push(...receipts);
          events.cursor = cursor;
        },
        messages: (messages) => events.messages.push(...messages),
        restriction: (restriction) => events.restrictions.push(restriction),
        closed: (reason) => events.closed.push(reason),
      },
    );
    if (!link) throw new Error('refused');
    return { link, events };
  }
  const text = (link: Link, id: string, words = 'hello', to = FRIEND) =>
    link.send({ id, to, body: { kind: 'text', text: words } });

  test('takes a message, delivers it and has it read within seconds', async () => {
    const { link, events } = connect();
    const reply = await text(link, ID);
    expect(reply).toMatchObject({ kind: 'accepted', repeated: false });
    clock.advance(10_000);
    expect(events.receipts.map(({ id, level }) => [id, level])).toEqual([
      [ID, 2],
      [ID, 3],
    ]);
    const { data } = network.deliveries.page(FRIEND, 10, 0);
    expect(data).toMatchObject([{ id: ID, from: SENDER, to: FRIEND, text: 'hello', attempts: 1 }]);
    expect(data[0]?.readAt).not.toBeNull();
  });

  test('absorbs and counts a repeated id; the same text under another id is a visible duplicate', async () => {
    const { link } = connect();
    const first = await text(link, ID);
    clock.advance(1_000);
    const second = await text(link, ID, 'hello');
    expect(second).toEqual({ ...first, repeated: true });
    expect(network.deliveries.page(FRIEND, 10, 0)).toMatchObject({ total: 1, attempts: 2, absorbed: 1, duplicates: 0 });
    await text(link, '3EB0000000000000000002');
    expect(network.deliveries.page(null, 10, 0)).toMatchObject({ total: 2, attempts: 3, absorbed: 1, duplicates: 1 });
  });

  test('treats the same id from two accounts as two messages', async () => {
    await text(connect(SENDER).link, ID);
    await text(connect('+447700900003').link, ID);
    expect(network.deliveries.totals()).toMatchObject({ messages: 2, absorbed: 0 });
  });

  test('treats numbers that begin with +1555000 as not on WhatsApp', async () => {
    const { link } = connect();
    expect(await text(link, ID, 'hello', '+15550001234')).toMatchObject({ kind: 'rejected', code: 'not-on-whatsapp' });
    expect(link.lookUp(['+15550001234', FRIEND])).toEqual([
      { number: '+15550001234', exists: false },
      { number: FRIEND, exists: true },
    ]);
    expect(network.deliveries.totals().messages).toBe(0);
  });

  test('repeats only unacknowledged receipts after a reconnect', async () => {
    const first = connect();
    await text(first.link, ID);
    await text(first.link, '3EB0000000000000000002', 'second');
    clock.advance(10_000);
    expect(first.events.receipts).toHaveLength(4);
    first.link.acknowledgeReceipts(first.events.cursor - 1);
    const second = connect();
    await Promise.resolve();
    expect(first.events.closed).toEqual(['replaced']);
    expect(second.events.receipts).toEqual(first.events.receipts.slice(3));
  });

  test('keeps a phone’s message for the device, and stops sending it once acknowledged', async () => {
    await network.phones.send(FRIEND, SENDER, { kind: 'text', text: 'are you there?' });
    const first = connect();
    await Promise.resolve();
    expect(first.events.messages).toMatchObject([{ from: FRIEND, body: { text: 'are you there?' } }]);
    first.link.acknowledgeMessages(first.events.messages[0]?.sequence ?? 0);
    first.link.close();
    const second = connect();
    await Promise.resolve();
    expect(second.events.messages).toEqual([]);
  });

  test('a restriction of new contacts lets known ones through, and ends at its time', async () => {
    const { link, events } = connect();
    await text(link, ID);
    await network.phones.restrict(SENDER, { scope: 'new', untilMs: clock.nowMs() + 60_000 });
    expect(events.restrictions).toMatchObject([{ scope: 'new' }]);
    expect(await text(link, '3EB0000000000000000002', 'again')).toMatchObject({ kind: 'accepted' });
    const refused = await text(link, '3EB0000000000000000003', 'hi', '+447700900009');
    expect(refused).toMatchObject({ kind: 'rejected', code: 'restricted', afterMs: 60_000 });
    clock.advance(60_000);
    expect(await text(link, '3EB0000000000000000003', 'hi', '+447700900009')).toMatchObject({ kind: 'accepted' });
  });

  test('an offline phone gets its messages when it is on again', async () => {
    const { link, events } = connect();
    await network.phones.setOffline(FRIEND, true);
    await text(link, ID);
    clock.advance(60_000);
    expect(events.receipts).toEqual([]);
    expect(network.deliveries.page(FRIEND, 1, 0).data[0]).toMatchObject({ deliveredAt: null, readAt: null });
    await network.phones.setOffline(FRIEND, false);
    clock.advance(10_000);
    expect(events.receipts.map((receipt) => receipt.level)).toEqual([2, 3]);
  });

  test('a device pairs by QR, and after a log-out must pair again', async () => {
    const codes: string[] = [];
    const paired: string[] = [];
    network.pair('new device', 's3cret', {
      qr: (code) => codes.push(code),
      paired: (account) => paired.push(account),
      expired: () => undefined,
    });
    clock.advance(60_000);
    expect(codes).toHaveLength(2);
    expect(await network.phones.scan(SENDER, codes[0] ?? '')).toBeNull();
    expect(await network.phones.scan(SENDER, codes[1] ?? '')).toBe('new device');
    expect(paired).toEqual([SENDER]);
    const credentials = { device: 'new device', secret: 's3cret', account: SENDER };
    const listener = { receipts() {}, messages() {}, restriction() {}, closed: (why: CloseReason) => closed.push(why) };
    const closed: CloseReason[] = [];
    expect(network.connect({ ...credentials, secret: 'wrong' }, listener)).toBeNull();
    expect(network.connect(credentials, listener)).not.toBeNull();
    await network.phones.logOut(SENDER);
    expect(closed).toEqual(['logged-out']);
    expect(network.connect(credentials, listener)).toBeNull();
  });

  test('a device pairs by a code typed into the phone; unused QR codes expire', async () => {
    const ended: string[] = [];
    const listener = { qr: () => undefined, paired: () => ended.push('paired'), expired: () => ended.push('expired') };
    network.pair('by code', 's3cret', listener);
    const { text: code = '', lifeMs } = network.pairingCode('by code', SENDER) ?? {};
    expect(lifeMs).toBe(180_000);
    expect(await network.phones.enterCode(FRIEND, code)).toBeNull();
    expect(await network.phones.enterCode(SENDER, `${code.slice(0, 4)}-${code.slice(4)}`)).toBe('by code');
    network.pair('forgotten', 's3cret', listener);
    clock.advance(60_000 + 5 * 20_000);
    expect(ended).toEqual(['paired', 'expired']);
  });

  test('scripted faults: a lost reply, a broken link, late, duplicate and reordered receipts', async () => {
    const first = connect();
    network.faults.add({ kind: 'lost-reply' });
    let answered = false;
    void text(first.link, ID).then(() => {
      answered = true;
    });
    await network.durable();
    network.faults.add({ kind: 'drop-before-accept' });
    void text(first.link, '3EB0000000000000000002', 'second');
    expect(first.events.closed).toEqual(['lost']);
    expect(answered).toBe(false);
    expect(network.deliveries.totals().messages).toBe(1);

    const second = connect();
    network.faults.add({ kind: 'late-receipts', delayMs: 60_000 });
    network.faults.add({ kind: 'duplicate-receipts' });
    await text(second.link, '3EB0000000000000000003', 'third');
    clock.advance(30_000);
    expect(second.events.receipts.filter((receipt) => receipt.id.endsWith('3'))).toEqual([]);
    clock.advance(60_000);
    network.faults.add({ kind: 'reordered-receipts' });
    await text(second.link, '3EB0000000000000000004', 'fourth');
    clock.advance(30_000);
    const levels = (id: string) =>
      second.events.receipts.filter((receipt) => receipt.id.endsWith(id)).map((receipt) => receipt.level);
    expect([levels('3'), levels('4')]).toEqual([
      [2, 3],
      [3, 2, 3],
    ]);
    expect(levels('1')).toEqual([2, 2, 3]);
  });

  test('a group message is refused from outside and reaches every other member', async () => {
    const group = network.phones.createGroup(SENDER, 'Friends', [FRIEND]);
    const member = connect(FRIEND);
    await text(connect(SENDER).link, ID, 'hello all', group.id);
    const outsider = await text(connect('+447700900003').link, ID, 'hi', group.id);
    expect(outsider).toMatchObject({ kind: 'rejected', code: 'bad-message' });
    await Promise.resolve();
    expect(member.events.messages).toMatchObject([{ chat: group.id, from: SENDER }]);
  });
});

describe('the state on disk', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'switchyard-network-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test('survives a restart: messages, planned receipts, accounts, restrictions', async () => {
    const clock = new VirtualClock();
    const before = new SimulatedNetwork({ directory, clock });
    const silent = { receipts() {}, messages() {}, restriction() {}, closed() {} };
    const credentials = { device: 'one', secret: 's', account: SENDER };
    const link = before.connect(credentials, silent);
    await link?.send({ id: ID, to: FRIEND, body: { kind: 'text', text: 'hello' } });
    await before.phones.setOffline('+447700900005', true);
    before.close();

    const after = new SimulatedNetwork({ directory, clock });
    const receipts: Receipt[] = [];
    const again = after.connect(credentials, { ...silent, receipts: (news) => receipts.push(...news) });
    await Promise.resolve();
    clock.advance(10_000);
    expect(receipts.map((receipt) => receipt.level)).toEqual([2, 3]);
    expect(await again?.send({ id: ID, to: FRIEND, body: { kind: 'text', text: 'hello' } })).toMatchObject({
      repeated: true,
    });
    expect(after.phones.isOffline('+447700900005')).toBe(true);
    expect(() => new SimulatedNetwork({ directory })).toThrow(/in use/);
    after.close();
  });
});
