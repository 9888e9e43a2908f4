import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** An engine process is killed here, so this has a server of its own. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

const FRIEND = '+447700955001';

/** Takes the demo's engine away and makes one that is a real WhatsApp Web client: Baileys. */
async function createBaileysEngine(request: APIRequestContext): Promise<void> {
  const headers = { origin: server.url };
  const listed = (await (await request.get('/api/engines')).json()) as { data: { _id: string }[] };
  for (const { _id } of listed.data) {
    expect((await request.delete(`/api/sessions/${_id}`, { headers })).ok()).toBe(true);
  }
  const created = await request.post('/api/sessions', { data: { driver: 'baileys', name: 'Baileys' }, headers });
  expect(created.status()).toBe(201);
  const { _id: sessionId } = (await created.json()) as { _id: string };
  expect((await request.post('/api/engines', { data: { sessionId }, headers })).ok()).toBe(true);
}

async function send(request: APIRequestContext, text: string): Promise<void> {
  const data = { message: text, contactList: [{ mobile: FRIEND, name: 'Ada' }] };
  const answer = await request.post('/api/messages', { data, headers: { origin: server.url } });
  expect(answer.status()).toBe(201);
}

/** What the friend's phone shows, by the simulated network's own record. */
async function arrived(request: APIRequestContext): Promise<{ texts: string[]; duplicates: number }> {
  const answer = await request.get(`/simulator/deliveries?to=${encodeURIComponent(FRIEND)}`);
  const { data, duplicates } = (await answer.json()) as { data: { text: string }[]; duplicates: number };
  return { texts: data.map(({ text }) => text), duplicates };
}

/** Every state that the table has shown since, in order. */
async function watchStates(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const states: string[] = [];
    const look = () => {
      const state = document.querySelector('table [data-tone]')?.textContent ?? '';
      if (state !== states.at(-1)) states.push(state);
      Object.assign(window, { statesSeen: states.join(' > ') });
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => String(Reflect.get(window, 'statesSeen')));
}

test('a Baileys engine is linked by clicks, sends, and comes back linked after its process was killed', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const context = await browser.newContext({ baseURL: server.url });
  const { request } = context;
  const signedIn = await request.post('/api/auth/sign-in/email', {
    data: { email: 'user@switchyard.local', password: 'switchyard-demo' },
    headers: { origin: server.url },
  });
  expect(signedIn.status()).toBe(200);
  await createBaileysEngine(request);

  const page = await context.newPage();
  await page.goto('/engines');
  await page.getByRole('button', { name: 'Show QR' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Connect Baileys' });
  await expect(dialog.getByRole('img', { name: 'QR code to link WhatsApp' })).toBeVisible();
  await dialog.getByRole('link', { name: 'Scan it with the simulated phone' }).click();
  await page.getByRole('button', { name: 'Scan the code of Baileys' }).click();
  await expect(page.getByText('An engine is connected')).toBeVisible({ timeout: 30_000 });

  await page.goto('/engines');
  const table = page.getByRole('table', { name: 'Engines' });
  await expect(table.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await send(request, 'through Baileys');
  await expect.poll(() => arrived(request), { timeout: 30_000 }).toEqual({ texts: ['through Baileys'], duplicates: 0 });

  const seen = await watchStates(page);
  const before = server.enginePids();
  expect(before).toHaveLength(1);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await expect.poll(() => server.enginePids().some((pid) => !before.includes(pid)), { timeout: 30_000 }).toBe(true);
  await send(request, 'after the kill');
  await expect
    .poll(() => arrived(request), { timeout: 60_000 })
    .toEqual({ texts: ['through Baileys', 'after the kill'], duplicates: 0 });
  await expect.poll(seen, { timeout: 30_000 }).toMatch(/Connected$/);
  expect(await seen()).not.toContain('QR');
  await context.close();
});
