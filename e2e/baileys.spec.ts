import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/**
 * Engine processes are killed here, so this has its own server; the second test continues with the engine of the first.
 */
test.describe.configure({ mode: 'serial' });
let server: OwnServer;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server.remove());

const FRIEND = '+447700955001';

/** Replaces the demo's engine with a real WhatsApp Web client: Baileys. */
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

/** Returns what the friend's phone shows, by the simulated network's own record. */
async function arrived(request: APIRequestContext): Promise<{ texts: string[]; duplicates: number }> {
  const answer = await request.get(`/simulator/deliveries?to=${encodeURIComponent(FRIEND)}`);
  const { data, duplicates } = (await answer.json()) as { data: { text: string }[]; duplicates: number };
  return { texts: data.map(({ text }) => text), duplicates };
}

/** Records all states shown in the table from now on, in order. */
async function watchStates(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const states: string[] = [];
    const recordState = () => {
      const state = document.querySelector('table [data-tone]')?.textContent ?? '';
      if (state !== states.at(-1)) states.push(state);
      Object.assign(window, { statesSeen: states.join(' > ') });
    };
    recordState();
    new MutationObserver(recordState).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => String(Reflect.get(window, 'statesSeen')));
}

test('a Baileys engine is linked by clicks, sends, and is still linked after its process was killed', async ({
  visit,
}) => {
  test.setTimeout(150_000);
  const page = await visit(server.url, 'user');
  const { request } = page.context();
  await createBaileysEngine(request);

  await page.goto('/engines');
  await page.getByRole('button', { name: 'Show QR' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Connect Baileys' });
  await expect(dialog.getByRole('img', { name: 'QR code to link WhatsApp' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Scan' }).click();
  await expect(dialog.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();

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
});

test('messages received while its process is killed repeatedly are in the chat, each once', async ({ visit }) => {
  test.setTimeout(150_000);
  const page = await visit(server.url, 'user');
  const { request } = page.context();
  const listed = (await (await request.get('/api/engines')).json()) as {
    data: { _id: string; phoneNumber: string | null }[];
  };
  const [engine] = listed.data;
  const words = Array.from({ length: 60 }, (_, at) => `Are you open on day ${at}?`);
  const killed: number[] = [];
  for (const [at, text] of words.entries()) {
    const path = `/simulator/accounts/${encodeURIComponent(FRIEND)}/messages`;
    expect((await request.post(path, { data: { to: engine?.phoneNumber, text } })).ok()).toBe(true);
    if (at % 20 !== 10) continue;
    const alive = () => server.enginePids().filter((pid) => !killed.includes(pid));
    await expect.poll(() => alive().length, { timeout: 30_000 }).toBe(1);
    for (const pid of alive()) {
      process.kill(pid, 'SIGKILL');
      killed.push(pid);
    }
  }
  const inChat = async () => {
    const query = `chat=${encodeURIComponent(FRIEND)}&limit=200`;
    const answer = await request.get(`/api/engines/${engine?._id}/chats/messages?${query}`);
    const { data } = (await answer.json()) as { data: { fromMe: boolean; text: string }[] };
    return data.filter(({ fromMe }) => !fromMe).map(({ text }) => text);
  };
  await expect.poll(async () => (await inChat()).toSorted(), { timeout: 60_000 }).toEqual(words.toSorted());
  expect(killed).toHaveLength(3);
});
