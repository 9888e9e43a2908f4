import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

const CUSTOMER = '+447700900777';
const BUSY = { timeout: 60_000 };

let server: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await createOwnServer();
  await server.start();
});
test.afterAll(() => server?.remove());
test.beforeEach(() => test.setTimeout(240_000));

/** Waits until the workspace's engine is connected and returns its number. */
async function numberOf(request: APIRequestContext): Promise<string> {
  const engine = async () => (await (await request.get('/api/engines')).json()).data[0];
  await expect.poll(async () => (await engine()).status, BUSY).toBe('connected');
  return (await engine()).phoneNumber;
}

async function send<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(`/api${path}`, { data, headers: { origin: server.url } });
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

interface Board {
  _id: string;
  columns: { _id: string; name: string; isTitle: boolean }[];
  groups: { _id: string; name: string }[];
}

/** Creates a board of orders with a phone number, and a group for completed ones. */
async function createOrderBoard(page: Page, name: string): Promise<Board> {
  const { _id: id } = await send<Board>(page, '/boards', { name, template: 'blank' });
  await send(page, `/boards/${id}/columns`, { name: 'Phone', type: 'phone' });
  return send<Board>(page, `/boards/${id}/groups`, { name: 'Ready' });
}
const columnOf = ({ columns }: Board, name: string) => columns.find((column) => column.name === name)?._id ?? '';

test('J17: a customer fills in an order form, the card is moved to Ready, and the customer is told on WhatsApp', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user');
  await numberOf(page.request);
  const board = await createOrderBoard(page, 'Orders');
  const title = board.columns.find(({ isTitle }) => isTitle)?._id ?? '';
  const { token } = await send<{ token: string }>(page, `/boards/${board._id}/forms`, {
    name: 'Order a cake',
    groupId: board.groups[0]?._id,
    fields: [
      { columnId: title, isRequired: true },
      { columnId: columnOf(board, 'Phone'), isRequired: true },
    ],
    expiresInDays: null,
    maxUses: null,
  });
  await page.goto(`/boards/${board._id}`);

  let clicks = 0;
  const begunMs = Date.now();
  const click = async (where: ReturnType<Page['locator']>) => {
    await where.click();
    clicks += 1;
  };
  await click(page.getByRole('button', { name: 'Automations' }));
  const drawer = page.getByRole('dialog');
  await click(drawer.getByRole('button', { name: 'New automation' }));
  await click(drawer.getByRole('button', { name: 'Start from scratch' }));
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Order is ready');
  await click(drawer.getByRole('combobox', { name: 'When' }));
  await click(page.getByRole('option', { name: 'An item is moved to a group' }));
  await click(drawer.getByRole('combobox', { name: 'Step 1' }));
  await click(page.getByRole('option', { name: 'Send a WhatsApp message' }));
  await drawer.getByRole('textbox', { name: 'Text' }).fill('Your {Name} is ready.');
  await click(drawer.getByRole('button', { name: 'Save' }));
  await expect(drawer.getByText('Hasn’t run yet')).toBeVisible();
  await expectAccessible(page);

  const phone = await visit(server.url, null, { viewport: { width: 360, height: 740 } });
  await phone.goto(`/form-preview/${token}`);
  await phone.getByRole('textbox', { name: 'Name' }).fill('Lemon cake');
  await expectNoSidewaysScroll(phone);
  // Input is restored after the tab was closed.
  await phone.reload();
  await expect(phone.getByRole('textbox', { name: 'Name' })).toHaveValue('Lemon cake');
  await phone.getByRole('textbox', { name: 'Phone' }).fill(CUSTOMER);
  // People do not fill it in within two seconds of opening it.
  const openedMs = Date.now();
  await expect.poll(() => Date.now() - openedMs).toBeGreaterThan(2_100);
  await phone.getByRole('button', { name: 'Send' }).click();
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const answeredMs = Date.now();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: /Lemon cake/ })).toBeVisible();
  const toCardMs = Date.now() - answeredMs;

  // First on this row, for which nothing is sent.
  await click(page.getByRole('button', { name: 'Automations' }));
  await click(drawer.getByRole('button', { name: 'Order is ready', exact: true }));
  await click(drawer.getByRole('combobox', { name: 'Item' }));
  await click(page.getByRole('option', { name: 'Lemon cake' }));
  await click(drawer.getByRole('button', { name: 'Run test' }));
  await expect(drawer.getByText('Queued: Your Lemon cake is ready.')).toBeVisible();
  const got = async () =>
    JSON.stringify(await (await page.request.get(`/simulator/deliveries?to=${encodeURIComponent(CUSTOMER)}`)).json());
  expect(await got()).not.toContain('Lemon cake');
  await page.keyboard.press('Escape');

  await click(page.getByRole('button', { name: 'Open Lemon cake' }));
  await click(page.getByRole('dialog').getByRole('combobox', { name: 'Group' }));
  await click(page.getByRole('option', { name: 'Ready' }));
  await expect.poll(got, BUSY).toContain('Your Lemon cake is ready.');
  expect((await got()).split('Your Lemon cake is ready.')).toHaveLength(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Automations' }).click();
  await drawer.getByRole('button', { name: 'Actions for Order is ready' }).click();
  await page.getByRole('menuitem', { name: 'Log' }).click();
  await expect(drawer.getByText('Queued: Your Lemon cake is ready.')).toBeVisible();
  const description = `${clicks} clicks, ${Date.now() - begunMs} ms; form to card ${toCardMs} ms`;
  test.info().annotations.push({ type: 'J17', description });
});

test('J18: a chat message becomes my task, is due on Friday and is completed in My work, with three keys', async ({
  visit,
}) => {
  const page = await visit(server.url, 'user');
  const ours = await numberOf(page.request);
  const written = await page.request.post(`/simulator/accounts/${encodeURIComponent(CUSTOMER)}/messages`, {
    data: { to: ours, text: 'Could you send the invoice again?' },
    headers: { origin: server.url },
  });
  expect(written.ok()).toBe(true);
  await page.goto('/bt-team-inbox');
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: CUSTOMER });
  await expect(row).toContainText('send the invoice again', BUSY);
  await row.click();
  await expect(page.getByRole('log').getByText('Could you send the invoice again?')).toBeVisible();
  const begunMs = Date.now();
  let keys = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    keys += 1;
  };
  await press('t');
  await expect(page.getByText(/^Added to Tasks: Could you send the invoice again\?/)).toBeVisible();
  await press('f');
  await expect(page.getByText(/^Due on /)).toBeVisible();
  await page.goto('/mywork');
  const box = page.getByRole('checkbox', { name: /^Could you send the invoice again\?: mark as done/ });
  await expect(box).toBeFocused();
  await press('Space');
  await expect(box).toHaveCount(0);
  expect(keys).toBe(3);
  test.info().annotations.push({ type: 'J18', description: `${keys} keys, ${Date.now() - begunMs} ms` });
  await page.getByText('Done', { exact: true }).click();
  await page.getByRole('link', { name: 'Could you send the invoice again?' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('region', { name: 'From a chat message' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open in chat' })).toBeVisible();
});

test.describe('', () => {
  // Revoked links return 404.
  test.use({ allowedErrors: [/404/] });

  test('J19: a client watches a shared view live, without its hidden columns, until it is revoked', async ({
    visit,
  }) => {
    const page = await visit(server.url, 'user');
    const board = await createOrderBoard(page, 'Lab orders');
    const [title, phone] = [board.columns.find(({ isTitle }) => isTitle)?._id ?? '', columnOf(board, 'Phone')];
    const add = (name: string) =>
      send(page, `/boards/${board._id}/items`, {
        groupId: board.groups[0]?._id,
        cells: { [title]: name, [phone]: CUSTOMER },
      });
    await add('Crown 118');
    await page.goto(`/boards/${board._id}`);
    let clicks = 0;
    const click = async (where: ReturnType<Page['locator']>) => {
      await where.click();
      clicks += 1;
    };
    await click(page.getByRole('button', { name: 'Share', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Share Lab orders' });
    await click(dialog.getByRole('button', { name: 'Create link' }));
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();

    const client = await visit(server.url, null);
    const received: string[] = [];
    client.on('response', (response) => {
      if (response.url().includes('/api/'))
        response.text().then(
          (text) => received.push(text),
          () => undefined,
        );
    });
    client.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await client.goto(link);
    await expect(client.getByRole('gridcell', { name: /Crown 118/ })).toBeVisible();
    await add('Bridge 119');
    await expect(client.getByRole('gridcell', { name: /Bridge 119/ })).toBeVisible();

    await click(dialog.getByRole('listitem').getByRole('button', { name: /^Revoke/ }));
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }));
    const revokedMs = Date.now();
    await expect(client.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    const closedMs = Date.now() - revokedMs;
    await expect(client.getByText('Crown 118')).toHaveCount(0);
    expect(received.join('\n')).toContain('Crown 118');
    expect(received.join('\n')).not.toContain(CUSTOMER.slice(1));
    test.info().annotations.push({ type: 'J19', description: `${clicks} clicks; closed after ${closedMs} ms` });
  });
});
