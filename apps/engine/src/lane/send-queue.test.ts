import type { Outgoing } from '@switchyard/contracts/engine/protocol';
import { VirtualClock } from '@switchyard/whatsapp-simulator';
import { expect, test, vi } from 'vitest';
import { standInDriver } from '../../test/stand-in-driver.ts';
import type { Driver, DriverContext } from '../drivers/driver.ts';
import { type Returned, SendQueue } from './send-queue.ts';

const message = (more: Partial<Outgoing> = {}): Outgoing => ({
  _id: 'm',
  waMessageId: '3EB0',
  to: '+447700900001',
  contactName: 'Ann',
  body: { kind: 'text', text: 'Hello' },
  attempt: 1,
  verifyContact: true,
  inDoubt: false,
  ...more,
});

function desk(own: Partial<Driver> & Pick<Driver, 'send'>) {
  const clock = new VirtualClock(0);
  const lease = { isSure: true };
  const settled = vi.fn();
  const givenBack = vi.fn<(messages: Returned[]) => void>();
  const sends = new SendQueue({
    driver: standInDriver({ emit: () => undefined } as unknown as DriverContext, own),
    clock,
    concurrency: 4,
    nowMs: () => clock.nowMs(),
    mayBegin: () => lease.isSure,
    onSettled: settled,
    onReturned: givenBack,
    onIdle: () => undefined,
  });
  return { sends, lease, settled, givenBack, clock };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('checks the lease again after a look-up before the send', async () => {
  const answer = Promise.withResolvers<{ number: string; exists: boolean }[]>();
  const send = vi.fn(async () => ({ kind: 'accepted' as const, wireId: 'w', atMs: 0 }));
  const { sends, lease, givenBack } = desk({ send, lookUp: () => answer.promise });
  sends.add(message());
  lease.isSure = false;
  answer.resolve([{ number: '+447700900001', exists: true }]);
  await soon();
  expect(send).not.toHaveBeenCalled();
  sends.stop();
  await soon();
  expect(send).not.toHaveBeenCalled();
  expect(givenBack).toHaveBeenCalledWith([{ message: message(), inDoubt: false }]);
});

test.each([
  ['rate-limited', 'later', true],
  ['refused', 'never', true],
  ['not-on-whatsapp', 'never', false],
] as const)('%s after a send without an answer: in doubt is %s', async (code, next, inDoubt) => {
  const outcomes = [
    { kind: 'in-doubt' as const, cause: 'no answer' },
    { kind: 'rejected' as const, code, reason: 'no', next },
  ];
  const { sends, settled, clock } = desk({ send: async () => outcomes.shift() ?? { kind: 'in-doubt', cause: 'over' } });
  sends.add(message());
  await soon();
  clock.advance(1_000);
  await soon();
  expect(settled).toHaveBeenCalledExactlyOnceWith(message(), { kind: 'rejected', code, reason: 'no', next }, inDoubt);
});

test.each([true, false])('reports with its result whether a number is on WhatsApp: %s', async (exists) => {
  const send = vi.fn(async () => ({ kind: 'accepted' as const, wireId: 'w', atMs: 0 }));
  const { sends, settled } = desk({ send, lookUp: async ([number = '']) => [{ number, exists }] });
  sends.add(message());
  await soon();
  const kind = exists ? 'accepted' : 'rejected';
  expect(settled).toHaveBeenCalledExactlyOnceWith(message(), expect.objectContaining({ kind }), false, exists);
});

test('does not look up a group among the numbers on WhatsApp', async () => {
  const send = vi.fn(async () => ({ kind: 'accepted' as const, wireId: 'w', atMs: 0 }));
  const lookUp = vi.fn(async () => [{ number: '120363000000000001@g.us', exists: false }]);
  const { sends } = desk({ send, lookUp });
  sends.add(message({ to: '120363000000000001@g.us' }));
  await soon();
  expect(send).toHaveBeenCalledOnce();
  expect(lookUp).not.toHaveBeenCalled();
});

const LONG = '+5511987654321';
const SHORT = '+551187654321';

test('sends to the other form by which WhatsApp knows a number, also on a retry', async () => {
  const outcomes = [
    { kind: 'in-doubt' as const, cause: 'no answer' },
    { kind: 'accepted' as const, wireId: 'w', atMs: 0 },
  ];
  const send = vi.fn<Driver['send']>(async () => outcomes.shift() ?? { kind: 'in-doubt', cause: 'over' });
  const lookUp = vi.fn(async () => [{ number: LONG, exists: true, address: SHORT }]);
  const { sends, settled, clock } = desk({ send, lookUp });
  const written = message({ to: LONG });
  sends.add(written);
  await soon();
  clock.advance(1_000);
  await soon();
  expect(send.mock.calls.map(([{ to }]) => to)).toEqual([SHORT, SHORT]);
  expect(lookUp).toHaveBeenCalledOnce();
  expect(settled).toHaveBeenCalledExactlyOnceWith(written, { kind: 'accepted', wireId: 'w', atMs: 0 }, true, true);
});

test("sends a later process's retry to the same address: a number with two forms is looked up again, and the retry waits for the answer", async () => {
  const send = vi.fn<Driver['send']>(async () => ({ kind: 'accepted', wireId: 'w', atMs: 0 }));
  const lookUp = vi.fn<NonNullable<Driver['lookUp']>>().mockRejectedValueOnce(new Error('away'));
  lookUp.mockResolvedValue([{ number: LONG, exists: true, address: SHORT }]);
  const { sends, clock } = desk({ send, lookUp });
  sends.add(message({ to: LONG, inDoubt: true }));
  await soon();
  expect(send).not.toHaveBeenCalled();
  clock.advance(1_000);
  await soon();
  expect(send.mock.calls.map(([{ to, inDoubt }]) => [to, inDoubt])).toEqual([[SHORT, true]]);
});

test.each([
  [LONG, 0],
  ['+447700900001', 1],
])('sends without an answer about %s %i times', async (to, times) => {
  const send = vi.fn<Driver['send']>(async () => ({ kind: 'accepted', wireId: 'w', atMs: 0 }));
  const { sends, settled } = desk({ send, lookUp: () => Promise.reject(new Error('away')) });
  sends.add(message({ to }));
  await soon();
  expect(send).toHaveBeenCalledTimes(times);
  expect(settled.mock.calls[0]?.[1]).toMatchObject(
    times === 0 ? { kind: 'rejected', next: 'later' } : { kind: 'accepted' },
  );
});
