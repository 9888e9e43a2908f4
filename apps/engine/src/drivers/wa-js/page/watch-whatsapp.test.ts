import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageUpdate } from './updates.ts';
import { watchWhatsApp } from './watch-whatsapp.ts';
import type { Wpp } from './wpp.ts';

let updates: PageUpdate[];
let idle: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  updates = [];
  idle = true;
  vi.stubGlobal('told', async (update: PageUpdate) => void updates.push(update));
  vi.stubGlobal('since', async () => null);
  vi.stubGlobal('top', globalThis);
  vi.stubGlobal('self', globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page that shows codes, or whose codes have expired. @returns the listeners of its events, by name */
function openPage(): Map<string, (...values: never[]) => void> {
  const listeners = new Map<string, (...values: never[]) => void>();
  const conn: Partial<Wpp['conn']> = {
    isAuthenticated: () => false,
    isIdle: () => idle,
    getStreamData: () => ({ mode: 'QR', info: 'PAIRING' }),
    getAuthCode: async () => ({ fullCode: 'a code' }),
  };
  const on: Wpp['on'] = (event, listener) => void listeners.set(event, listener);
  vi.stubGlobal('WPP', { isReady: true, isFullReady: false, on, conn });
  watchWhatsApp({ told: 'told', since: 'since' });
  return listeners;
}
const timesIdle = () => updates.filter((news) => news.kind === 'qr-idle').length;
const codes = () => updates.flatMap((news) => (news.kind === 'state' ? [news.state.code] : []));

test('reports codes that expired before anybody listened once, without a stale code', async () => {
  openPage();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(timesIdle()).toBe(1);
  expect(codes()).toEqual([null]);
});

test('reports again when a code that is shown again expires', async () => {
  const listeners = openPage();
  await vi.advanceTimersByTimeAsync(1_000);
  idle = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(codes()).toEqual([null, 'a code']);
  idle = true;
  listeners.get('conn.qrcode_idle')?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(timesIdle()).toBe(2);
  expect(codes()).toEqual([null, 'a code', null]);
});
