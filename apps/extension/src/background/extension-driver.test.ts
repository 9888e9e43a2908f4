import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DriverContext, DriverEvent } from '../../../engine/src/drivers/driver.ts';
import { createLog } from '../../../engine/src/log.ts';
import { aBridge, stateOf } from '../../test/bridge.ts';
import { NOT_READY } from '../shared/popup-messages.ts';
import { extensionDriver } from './extension-driver.ts';
import { WhatsAppTabs } from './whatsapp-tabs.ts';

const FRIEND = '+447700900777';
const CLOSED = 'WhatsApp Web is not open in the browser';
const send = (inDoubt: boolean) => ({
  ...{ waMessageId: '3EB0A1', to: FRIEND, quote: null, inDoubt },
  body: { kind: 'text' as const, text: 'Hello' },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function aDriver({ nowMs = Date.now } = {}) {
  const tabs = new WhatsAppTabs();
  const events: DriverEvent[] = [];
  const context: DriverContext = {
    ...{ engineId: 'one', phoneNumber: null, nowMs, log: createLog('silent') },
    credentials: { read: async () => new Map(), write: async () => undefined },
    content: async () => null,
    file: async () => new Uint8Array(),
    preview: async () => null,
    inbox: async () => ({ entries: [], more: false }),
    emit: (event) => void events.push(event),
  };
  const driver = extensionDriver(tabs)(context);
  await driver.start();
  const statuses = () => events.flatMap((event) => (event.kind === 'status' ? [event] : []));
  return { tabs, driver, events, status: () => statuses().at(-1) };
}

test('a tab in which wa-js does not initialize is an error with a remedy, until it responds', async () => {
  const { tabs, status } = await aDriver();
  expect(status()).toMatchObject({ status: 'disconnected', reason: CLOSED });
  const page = aBridge();
  tabs.add(page.port);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(status()).toMatchObject({ status: 'waiting_for_whatsapp_page' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(status()).toMatchObject({ status: 'error', reason: NOT_READY });
  page.say(stateOf('MAIN'));
  expect(status()).toMatchObject({ status: 'connected', phoneNumber: '+447700900088' });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(status()).toMatchObject({ status: 'connected' });
});

test('a tab reloaded while sending leaves doubt, which the next one settles without sending again', async () => {
  const { tabs, driver } = await aDriver();
  const first = aBridge();
  tabs.add(first.port);
  first.say(stateOf('MAIN'));
  const sending = driver.send(send(false));
  await vi.advanceTimersByTimeAsync(0);
  expect(first.sent.at(-1)).toMatchObject({ kind: 'call', name: 'sendMessage' });
  first.go();
  expect(await sending).toMatchObject({ kind: 'in-doubt' });

  const second = aBridge();
  tabs.add(second.port);
  second.say(stateOf('MAIN'));
  const settling = driver.send(send(true));
  await vi.advanceTimersByTimeAsync(0);
  const call = second.sent.at(-1);
  expect(call).toMatchObject({ kind: 'call', name: 'levelOf' });
  second.say({ kind: 'answer', id: call?.id, answer: 1 });
  expect(await settling).toMatchObject({ kind: 'accepted' });
  expect(second.sent.filter(({ name }) => name === 'sendMessage')).toEqual([]);
});

test('a message in doubt stays in doubt while no tab is open', async () => {
  const { driver } = await aDriver();
  expect(await driver.send(send(true))).toMatchObject({ kind: 'in-doubt' });
  expect(await driver.send(send(false))).toMatchObject({ kind: 'in-doubt' });
});

test('a log-out in the tab is reported as unpaired, and its new code stays in the page', async () => {
  const { tabs, events, status } = await aDriver();
  const page = aBridge();
  tabs.add(page.port);
  page.say(stateOf('MAIN'));
  page.say({ kind: 'update', update: { kind: 'logged-out', reason: null } });
  expect(status()).toMatchObject({ status: 'unpaired', reason: 'logged-out' });
  page.say(stateOf('QR', { authenticated: false, code: '2@secret,code', user: null }));
  expect(status()).toMatchObject({ status: 'unpaired', qrcode: null });
  expect(JSON.stringify(events)).not.toContain('secret');
});

test.each([-10, 10])('with a clock that is off by %s minutes, reports have the server’s time', async (minutes) => {
  const serverMs = Date.now() + minutes * 60_000;
  const { tabs, driver } = await aDriver({ nowMs: () => serverMs });
  const page = aBridge();
  tabs.add(page.port);
  page.say(stateOf('MAIN'));
  const acting = driver.act?.({
    ...{ waId: 'A1', chat: FRIEND, message: null, latest: [], inDoubt: false },
    act: { kind: 'pin', isPinned: true },
  });
  await vi.advanceTimersByTimeAsync(0);
  page.say({ kind: 'answer', id: page.sent.at(-1)?.id, answer: { kind: 'done' } });
  expect(await acting).toEqual({ kind: 'done', atMs: serverMs });
  // The page's time limit uses its own clock, which is the worker's.
  const sending = driver.send(send(false));
  await vi.advanceTimersByTimeAsync(0);
  const { order } = page.sent.at(-1) as unknown as { order: { untilMs: number } };
  expect(order.untilMs).toBe(Date.now() + 30_000);
  page.go();
  await sending;
});
