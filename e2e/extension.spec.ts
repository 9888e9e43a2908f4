import type { APIRequestContext, Page } from '@playwright/test';
import { type ExtensionBrowser, openBrowser } from './extension-browser.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** A browser is paired, closed and killed here, so this has its own server; its tests build on each other. */
test.describe.configure({ mode: 'serial' });

const PHONE = '+447700900088';
const FRIEND = '+447700900777';
/** A number isolated within text of either direction. */
const isolated = (text: string) => `\u2068${text}\u2069`;

let server: OwnServer;
let browser: ExtensionBrowser;
test.beforeAll(async () => {
  server = await createOwnServer();
  await server.start();
  browser = await openBrowser(server.url);
});
test.afterAll(async () => {
  await browser?.close();
  await server.remove();
});

const play = async (request: APIRequestContext, number: string, act: string, data: object) =>
  (await request.post(`/simulator/accounts/${encodeURIComponent(number)}/${act}`, { data })).status();

/** Returns the texts that arrived at the friend's phone, and the number of duplicates. */
async function arrived(request: APIRequestContext): Promise<{ texts: string[]; duplicates: number }> {
  const answer = await request.get(`/simulator/deliveries?to=${encodeURIComponent(FRIEND)}&limit=100`);
  const { data, duplicates } = (await answer.json()) as { data: { text: string }[]; duplicates: number };
  return { texts: data.map(({ text }) => text), duplicates };
}

async function schedule({ request }: Page, message: string): Promise<string> {
  const answer = await request.post('/api/messages', { data: { message, contactList: [{ mobile: FRIEND }] } });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}
const messageOf = async ({ request }: Page, id: string) =>
  (await (await request.get(`/api/messages/${id}`)).json()) as {
    status: string;
    ack: number;
    holds: { rule: string; text: string }[];
  };

test('J22: from the engines page to a message that is read on the phone, using only the browser', async ({ visit }) => {
  const page = await visit(server.url, 'free');
  await page.goto('/engines');
  await page.getByRole('button', { name: 'Pair a browser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pair a browser' });
  await expect(dialog.getByText('npm run extension')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create pairing link' }).click();
  const link = await dialog.getByLabel('Pairing link').inputValue();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const { popup, whatsApp } = browser;
  await popup.getByLabel('Pairing link').fill(link);
  await popup.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(popup.getByText('free@switchyard.local')).toBeVisible();
  await expect(popup.getByText('Not linked to a phone')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'WhatsApp Web' });
  await expect(row).toContainText('Read-only');
  await expect(row.getByRole('button', { name: /delete|restart/i })).toHaveCount(0);

  // The person scans the code in WhatsApp's own page.
  await expect(async () => {
    const qr = await whatsApp.evaluate(async () => {
      const { WPP } = globalThis as unknown as {
        WPP: { conn: { getAuthCode(): Promise<{ fullCode: string } | null> } };
      };
      return (await WPP.conn.getAuthCode())?.fullCode ?? '';
    });
    expect(await play(page.request, PHONE, 'scan', { qr })).toBe(200);
  }).toPass();
  await expect(row).toContainText('Connected');
  await expect(popup.getByText(`Connected · ${PHONE}`)).toBeVisible();
  await expect(row).toContainText('web.whatsapp.com');

  const id = await schedule(page, 'Hello from my own browser');
  await expect.poll(async () => (await arrived(page.request)).texts).toEqual(['Hello from my own browser']);
  await expect.poll(async () => (await messageOf(page, id)).status).toBe('sent');
  expect(await play(page.request, FRIEND, 'read', { to: PHONE })).toBe(200);
  await expect.poll(async () => (await messageOf(page, id)).ack).toBe(3);
  await expect(popup.getByText(`Sent to ${isolated(FRIEND)}`)).toBeVisible();

  // In the other direction, the friend's reply is in the inbox's chats.
  expect(await play(page.request, FRIEND, 'messages', { to: PHONE, text: 'Got it' })).toBe(200);
  await expect(popup.getByText(`Received from ${isolated(FRIEND)}`)).toBeVisible();
});

test('a worker that is ended between claim and send, or between send and report, loses and repeats nothing', async ({
  visit,
}) => {
  const page = await visit(server.url, 'free');
  const expected = (await arrived(page.request)).texts;
  for (const [turn, path] of ['/engine/claim', '/engine/report', '/engine/claim', '/engine/report'].entries()) {
    const worker = await browser.worker();
    // The server handles the call, but the worker never gets the response.
    await worker.evaluate((lost) => {
      const ask = globalThis.fetch;
      globalThis.fetch = async (url, request) => {
        const body = String(request?.body ?? '');
        const isLost = String(url).endsWith(lost) && (lost.endsWith('report') ? body.includes('accepted') : true);
        if (lost.endsWith('report') && isLost) {
          Reflect.set(globalThis, 'isLost', true);
          return new Promise(() => undefined);
        }
        const answer = await ask(url, request);
        if (!isLost || !(await answer.clone().text()).includes('waMessageId')) return answer;
        Reflect.set(globalThis, 'isLost', true);
        return new Promise(() => undefined);
      };
    }, path);
    const text = `Turn ${turn}, lost at ${path}`;
    const id = await schedule(page, text);
    await expect.poll(() => worker.evaluate(() => Reflect.get(globalThis, 'isLost'))).toBe(true);
    expect((await messageOf(page, id)).status).toBe('sending');
    await browser.endWorker();
    await expect.poll(async () => (await messageOf(page, id)).status, { timeout: 60_000 }).toBe('sent');
    expected.push(text);
  }
  const { texts, duplicates } = await arrived(page.request);
  expect(texts.toSorted()).toEqual(expected.toSorted());
  expect(duplicates).toBe(0);
});

test('messages forged by a script of the page in the bridge’s name are ignored', async ({ visit }) => {
  const page = await visit(server.url, 'free');
  const chats = async () => JSON.stringify(await (await page.request.get('/api/chats')).json());
  const before = await chats();
  await browser.whatsApp.evaluate(() => {
    const said = {
      kind: 'update',
      update: {
        kind: 'message',
        id: 'F1',
        chat: '447700900666@c.us',
        from: '447700900666@c.us',
        atMs: Date.now(),
        said: { kind: 'text', text: 'forged' },
      },
    };
    const { port1, port2 } = new MessageChannel();
    window.dispatchEvent(new MessageEvent('switchyard-offer', { ports: [port2], cancelable: true }));
    port1.postMessage(said);
    window.postMessage(said, '*');
    window.dispatchEvent(new CustomEvent('switchyard-ready', { detail: said }));
  });
  // The page's genuine messages follow.
  expect(await play(page.request, FRIEND, 'messages', { to: PHONE, text: 'After the forged one' })).toBe(200);
  await expect.poll(chats).not.toBe(before);
  expect(await chats()).not.toContain('900666');
});

test('when paused or closed, messages wait and the page says why; the next browser continues', async ({ visit }) => {
  const page = await visit(server.url, 'free');
  const { popup } = browser;
  await popup.getByRole('button', { name: 'Pause' }).click();
  await expect(popup.getByText('Messages wait until you resume')).toBeVisible();
  const id = await schedule(page, 'While it is closed');
  await expect.poll(async () => (await messageOf(page, id)).holds.map(({ rule }) => rule)).toEqual(['browser_closed']);
  await popup.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(async () => (await messageOf(page, id)).status).toBe('sent');

  await browser.whatsApp.close();
  await expect(popup.getByText('Not open in this browser')).toBeVisible();
  const later = await schedule(page, 'While WhatsApp Web is closed');
  await expect.poll(async () => (await messageOf(page, later)).holds[0]?.text).toContain('WhatsApp Web isn’t open');
  await browser.context.close();
  await expect.poll(async () => (await messageOf(page, later)).holds[0]?.text).toContain('Your browser is closed');
  await page.goto('/engines');
  await expect(page.getByRole('row').filter({ hasText: 'WhatsApp Web' })).toContainText('The browser is closed');
  await page.getByRole('button', { name: 'Unpair' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpair' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Read-only' })).toHaveCount(0);
  expect((await messageOf(page, later)).holds.map(({ rule }) => rule)).toEqual(['engine_gone']);
});
