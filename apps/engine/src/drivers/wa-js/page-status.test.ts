import { expect, test } from 'vitest';
import type { PageState } from './page/updates.ts';
import { statusOf } from './page-status.ts';

const opening: PageState = {
  mode: 'QR',
  info: 'OPENING',
  authenticated: false,
  fullReady: false,
  code: null,
  user: null,
};

test.each<[Partial<PageState>, string]>([
  [{}, 'waiting_for_whatsapp_page'],
  [{ info: 'PAIRING' }, 'unpaired'],
  [{ info: 'PAIRING', code: 'ref,static,identity,adv' }, 'qrcode'],
  [{ mode: 'SYNCING' }, 'syncing'],
  [{ mode: 'SYNCING', authenticated: true }, 'syncing'],
  // Neither the main screen nor credentials alone mean that it is linked.
  [{ mode: 'MAIN', info: 'NORMAL' }, 'unpaired'],
  [{ mode: 'QR', authenticated: true }, 'syncing'],
  [{ mode: 'MAIN', info: 'NORMAL', authenticated: true }, 'connected'],
  [{ mode: 'OFFLINE', info: 'OFFLINE', authenticated: true }, 'disconnected'],
  [{ mode: 'CONFLICT', authenticated: true }, 'disconnected'],
  [{ mode: 'TOS_BLOCK', authenticated: true }, 'error'],
  [{ mode: 'DEPRECATED_VERSION' }, 'error'],
])('maps %j to %s', (state, status) => {
  expect(statusOf({ ...opening, ...state }).status).toBe(status);
});
