import { beforeEach, expect, it } from 'vitest';
import { fakeServer, refusal } from '../../../../test/fake-server.ts';
import { loadDashboard } from './load-dashboard.ts';

const server = fakeServer();
const COMBINED = 'POST /api/bot-statistics/all';
const SEPARATE = ['overview', 'node-types', 'features', 'knowledge'].map((part) => `POST /api/bot-statistics/${part}`);

beforeEach(() => {
  for (const call of SEPARATE) server.on(call, () => ({ read: call }));
});

it.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['404', () => refusal(404, 'NOT_FOUND')],
  ['500', () => refusal(500, 'INTERNAL')],
  ['a page of a proxy', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
])('uses the four separate calls when the combined one returns %s (spec 000 section 7)', async (_, answer) => {
  server.on(COMBINED, answer);
  expect(await loadDashboard()).toMatchObject({ overviewStats: { data: { read: SEPARATE[0] } }, ranges: null });
  for (const call of SEPARATE) expect(server.sent(call)).toHaveLength(1);
});

it('makes no separate calls when the combined one is refused', async () => {
  server.on(COMBINED, () => refusal(403, 'FORBIDDEN', {}, 'You may not do this.'));
  expect(await loadDashboard()).toMatchObject({ overviewStats: { error: 'You may not do this.' } });
  for (const call of SEPARATE) expect(server.sent(call)).toHaveLength(0);
});
