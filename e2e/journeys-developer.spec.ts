import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Locator, Page } from '@playwright/test';
import { freePorts } from '../apps/server/src/platform/free-port.ts';
import { expect, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

test.describe.configure({ mode: 'default' });
const BUSY = { timeout: 60_000 };

let own: OwnServer;
test.beforeAll(async () => {
  own = await createOwnServer({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  await own.start();
});
test.afterAll(() => own.remove());

/** Counts clicks. */
function counter() {
  let clicks = 0;
  const click = async (target: Locator) => {
    await target.click(BUSY);
    clicks += 1;
  };
  return { click, clicks: () => clicks };
}

/** Returns what a person copies from the guide with its button. */
async function copied(page: Page, click: (target: Locator) => Promise<void>, name: string): Promise<string> {
  await click(page.getByRole('button', { name: `Copy: ${name}`, exact: true }));
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Runs a program pasted into a file. @returns its output so far */
function runProgram(file: string, environment: Record<string, string>) {
  const program = spawn(process.execPath, [file], { env: { ...process.env, ...environment } });
  let printed = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
  }
  return { program, printed: () => printed };
}

test('J20: a developer signs up, links a phone, creates a key, sends a message with the client and gets a webhook with a valid signature, following only the guide', async ({
  visit,
}, testInfo) => {
  test.setTimeout(240_000);
  const page = await visit(own.url, null, { permissions: ['clipboard-read', 'clipboard-write'] });
  const programs: ChildProcess[] = [];
  const { click, clicks } = counter();
  const beganAt = Date.now();
  let took = 0;
  try {
    await page.goto('/signup');
    await page.getByLabel('Your name').fill('Dev Patel');
    await page.getByLabel('Email').fill(`dev-${crypto.randomUUID()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('a first password');
    await page.getByLabel('Workspace name').fill('Bookings');
    await click(page.getByRole('button', { name: 'Create account' }));
    await expect(page).toHaveURL('/calendar');

    const led = page.getByRole('complementary', { name: 'First steps' });
    await click(led.getByRole('button', { name: 'Connect' }));
    const pairing = page.getByRole('dialog', { name: 'Connect WhatsApp' });
    await click(pairing.getByRole('button', { name: 'Scan' }));
    await expect(pairing.getByText('Connected', { exact: true })).toBeVisible(BUSY);
    await page.keyboard.press('Escape');

    await click(page.getByRole('link', { name: 'Settings', exact: true }));
    await click(page.getByRole('link', { name: 'API keys', exact: true }));
    await click(page.getByRole('button', { name: 'New key' }));
    const keyDialog = page.getByRole('dialog', { name: 'New key' });
    await keyDialog.getByLabel('Name').fill('Bookings');
    await click(keyDialog.getByRole('checkbox', { name: 'Messages: Change' }));
    await click(keyDialog.getByRole('button', { name: 'Create key' }));
    const key = (await page.getByTestId('api-key').textContent()) ?? '';
    await click(page.getByRole('button', { name: 'I have copied it' }));

    const [port = 0] = await freePorts(1);
    await click(page.getByRole('tab', { name: 'Webhooks', exact: true }));
    await click(page.getByRole('button', { name: 'New webhook' }));
    const hook = page.getByRole('dialog', { name: 'New webhook' });
    await hook.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/`);
    await click(hook.getByRole('button', { name: 'Create webhook' }));
    const secret = (await page.getByTestId('webhook-secret').textContent()) ?? '';
    await click(page.getByRole('button', { name: 'I have copied it' }));

    await click(page.getByRole('link', { name: 'How webhooks work' }));
    const [receiver, client] = [testInfo.outputPath('receiver.mjs'), testInfo.outputPath('client.mjs')];
    writeFileSync(receiver, await copied(page, click, 'Node.js: a whole receiver'));
    writeFileSync(client, await copied(page, click, 'Node.js'));
    const listening = runProgram(receiver, { WEBHOOK_SECRET: secret, PORT: String(port) });
    programs.push(listening.program);
    const sending = runProgram(client, { SERVER: own.url, API_KEY: key });
    await once(sending.program, 'close');
    const [, id = ''] = /^([0-9a-f-]{36}) pending$/m.exec(sending.printed()) ?? [];
    expect(id, sending.printed()).not.toBe('');

    // The receiver prints only requests with a valid signature.
    await expect.poll(listening.printed, BUSY).toContain('message.delivered');
    expect(listening.printed()).toContain(id);
    took = (Date.now() - beganAt) / 1_000;
    await page.goto('/admin-api?tab=deliveries');
    const row = page.getByRole('row').filter({ hasText: 'message.delivered' });
    await expect(row.getByText('Delivered', { exact: true })).toBeVisible();
  } finally {
    for (const program of programs) program.kill();
  }
  testInfo.annotations.push({ type: 'J20', description: `${clicks()} clicks, ${took} s` });
  expect(clicks()).toBeLessThanOrEqual(16);
});

test('J21: an MCP client is given the URL, signs in and gets access; it schedules a message, and nothing is scheduled without confirmation', async ({
  visit,
}, testInfo) => {
  test.setTimeout(240_000);
  const { click, clicks } = counter();
  const beganAt = Date.now();
  const page = await visit(own.url, null);
  const [port = 0] = await freePorts(1);
  const back = `http://127.0.0.1:${port}/callback`;
  const kept = new Map<string, unknown>();
  const keep = (name: string) => (value: unknown) => {
    kept.set(name, value);
  };
  const provider = {
    redirectUrl: back,
    clientMetadata: { client_name: 'Desk assistant', redirect_uris: [back], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.get('client'),
    saveClientInformation: keep('client'),
    tokens: () => kept.get('tokens'),
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('url'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.get('verifier'),
  } as unknown as OAuthClientProvider;
  const questions: string[] = [];
  let answer: 'accept' | 'decline' = 'decline';
  const connect = () => {
    const client = new Client(
      { name: 'desk-assistant', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message);
      return answer === 'accept' ? { action: 'accept', content: {} } : { action: 'decline' };
    });
    const transport = new StreamableHTTPClientTransport(new URL(`${own.url}/mcp`), { authProvider: provider });
    return { client, transport };
  };

  const first = connect();
  await expect(first.client.connect(first.transport as never)).rejects.toThrow();
  // Nothing listens at the client's URL in this test: the result is in the browser's address bar.
  await page.route(`${back}**`, (route) => route.fulfill({ body: 'You may close this page.' }));
  await page.goto(String(kept.get('url')));
  await page.getByLabel('Email').fill('free@switchyard.local');
  await page.getByLabel('Password', { exact: true }).fill('switchyard-demo');
  await click(page.getByRole('button', { name: 'Sign in', exact: true }));
  await expect(page.getByRole('heading', { name: 'Connect Desk assistant?' })).toBeVisible(BUSY);
  await expect(page.getByText('Make changes, including sending and cancelling messages')).toBeVisible();
  await expect(page.getByText(/You’ll return to a program on this device/)).toBeVisible();
  await click(page.getByRole('button', { name: 'Allow' }));
  await page.waitForURL((url) => url.href.startsWith(back));
  const redirect = new URL(page.url()).searchParams;
  await first.transport.finishAuth(redirect.get('code') ?? '', redirect.get('iss') ?? '');

  const { client, transport } = connect();
  await client.connect(transport as never);
  const friday = new Date();
  friday.setUTCDate(friday.getUTCDate() + ((5 - friday.getUTCDay() + 7) % 7 || 7));
  const call = {
    name: 'schedule_message',
    arguments: {
      message: 'See you on Friday',
      contactName: 'Emma',
      contactList: [{ mobile: '+447700900321' }],
      dueDate: `${friday.toISOString().slice(0, 10)}T09:00`,
    },
  };
  const scheduled = async () => {
    await page.goto(`${own.url}/calendar`);
    const found = await page.request.get(`${own.url}/api/messages?search=See you on Friday`);
    return ((await found.json()) as { data: { dueDate: string }[] }).data;
  };
  const refused = await client.callTool(call);
  expect(refused.isError).toBe(true);
  expect(await scheduled()).toEqual([]);
  answer = 'accept';
  const made = await client.callTool(call);
  expect(made.isError).toBeFalsy();
  expect(questions).toHaveLength(2);
  expect(questions[1]).toContain('See you on Friday');
  expect(await scheduled()).toHaveLength(1);
  await client.close();
  testInfo.annotations.push({ type: 'J21', description: `${clicks()} clicks, ${(Date.now() - beganAt) / 1_000} s` });
  expect(clicks()).toBeLessThanOrEqual(3);
});
