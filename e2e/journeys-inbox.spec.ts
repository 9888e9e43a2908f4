import type { Page } from '@playwright/test';
import { engineNumber, writeFrom } from './bots.ts';
import { joinAsMember } from './colleague.ts';
import { expect, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

/** The engine needs a moment to start, and the machine may be busy. */
const BUSY = { timeout: 60_000 };
const OPEN = 12;
const customer = (number: number) => `+4477009008${String(number).padStart(2, '0')}`;

let own: OwnServer;
test.beforeEach(async () => {
  test.setTimeout(300_000);
  own = await createOwnServer();
  await own.start();
});
test.afterEach(() => own?.remove());

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const arrived = async (page: Page, to: string): Promise<string[]> => {
  const answer = await page.request.get(`/simulator/deliveries?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { data: { text: string }[] }).data.map(({ text }) => text);
};

test('J14: twelve open conversations are worked down to zero by keyboard', async ({ visit }) => {
  const page = await visit(own.url, 'user', { viewport: { width: 1280, height: 800 } });
  const mira = await visit(own.url, null);
  await joinAsMember(own, page, { page: mira, name: 'Mira' });
  const headers = { origin: own.url };
  const ours = await engineNumber(page.request, own);
  for (let number = 0; number < OPEN; number += 1) {
    await writeFrom(page.request, own, { from: customer(number), to: ours, text: `Question ${number}` });
  }
  const made = await page.request.post('/api/inbox/macros', {
    data: {
      name: 'Thank and close',
      isShared: true,
      actions: [{ kind: 'addLabels', labels: ['Thanks'] }, { kind: 'resolve' }],
    },
    headers,
  });
  expect(made.status(), await made.text()).toBe(201);
  const openOnes = async () => (await (await page.request.get('/api/conversations/counts')).json()).unassigned.open;
  await expect.poll(openOnes, BUSY).toBe(OPEN);
  await page.goto('/bt-team-inbox?view=unassigned');
  const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: /\+4477009008/ });
  await expect(rows).toHaveCount(OPEN);

  const beganAt = Date.now();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    keys += text.length;
    await page.keyboard.type(text);
  };
  const left = (count: number) => expect(rows).toHaveCount(count);
  const log = page.getByRole('log');
  const heading = page.getByRole('heading', { level: 2, name: /^\+4477009008/ });
  /** Returns the customer of the open conversation once it differs from the previous one. */
  let last = '';
  const opened = async () => {
    await expect(heading).not.toHaveText(last);
    last = (await heading.textContent()) ?? '';
    await expect(log.getByText(/^Question \d+$/)).toBeVisible();
    return customer(Number((await log.getByText(/^Question \d+$/).textContent())?.match(/\d+$/)?.[0]));
  };

  await press('j');
  // Answered and resolved: the next one opens.
  const answered = await opened();
  await press('r');
  await type('Yes, until six.');
  await press('Enter');
  await expect(log.getByText('Yes, until six.')).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await press('Escape');
  await press('e');
  await left(11);
  // Noted, and snoozed until tomorrow.
  await opened();
  await press('n');
  await type('Ask the lab');
  await press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Notes and events' }).getByText('Ask the lab')).toBeVisible();
  await press('Escape');
  await press('s');
  const dialog = page.getByRole('dialog', { name: 'Snooze' });
  await expect(dialog.getByLabel('Until')).toBeFocused();
  await press('Enter');
  await expect(dialog).toBeHidden();
  await left(10);
  // Handed over.
  await opened();
  await press('h');
  await type('Mira');
  await expect(page.getByRole('option', { name: 'Mira' })).toBeVisible();
  await press('ArrowDown');
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Notes and events' }).getByText('Assigned to Mira')).toBeVisible();
  await left(9);
  // With a macro, by its number.
  await press('j');
  await opened();
  await press('1');
  await left(8);
  await press('j');
  for (let more = 7; more >= 0; more -= 1) {
    await opened();
    await press('e');
    await left(more);
  }
  await expect(page.getByText('No conversations here')).toBeVisible();
  const seconds = (Date.now() - beganAt) / 1_000;
  expect(await openOnes()).toBe(0);
  await expect.poll(() => arrived(page, answered), BUSY).toEqual(['Yes, until six.']);
  // No customer received a note, or anything from a macro.
  for (let number = 0; number < OPEN; number += 1) {
    if (customer(number) !== answered) expect(await arrived(page, customer(number))).toEqual([]);
  }
  test.info().annotations.push({ type: 'J14', description: `0 clicks, ${keys} keys, ${seconds} s` });
});

test('J15: two people reply to a customer within a second, and the customer gets one reply', async ({ visit }) => {
  const robin = await visit(own.url, 'user');
  const mira = await visit(own.url, null);
  await joinAsMember(own, robin, { page: mira, name: 'Mira' });
  const ours = await engineNumber(robin.request, own);
  await writeFrom(robin.request, own, { from: customer(1), to: ours, text: 'Where is my parcel?' });
  const people = [
    { page: robin, answer: 'It comes on Monday.' },
    { page: mira, answer: 'Let me look for it.' },
  ];
  for (const { page } of people) {
    await page.goto('/bt-team-inbox');
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('button', { name: customer(1) })
      .click(BUSY);
    await expect(page.getByRole('log').getByText('Where is my parcel?')).toBeVisible();
  }
  const typedAt = Date.now();
  await field(mira).fill('Let me look for it.');
  await expect(robin.getByText('Typing: Mira')).toBeVisible();
  const seenMs = Date.now() - typedAt;
  await field(robin).fill('It comes on Monday.');
  await expect(mira.getByText(/^.*Typing: /)).toBeVisible();

  // The other person's reply is on neither screen when they press Enter.
  await Promise.all(people.map(({ page }) => field(page).press('Enter')));
  const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: / replied / });
  await expect
    .poll(async () => (await Promise.all(people.map(({ page }) => refusal(page).isVisible()))).some(Boolean))
    .toBe(true);
  const isRobinRefused = await refusal(robin).isVisible();
  const [refused, sent] = isRobinRefused ? [people[0], people[1]] : [people[1], people[0]];
  if (!refused || !sent) throw new Error('there are two of them');
  await expect(refusal(refused.page)).toBeVisible();
  await expect(refusal(sent.page)).toBeHidden();
  await expect(field(refused.page)).toHaveValue(refused.answer);
  await expect(field(sent.page)).toHaveValue('');
  await expect(refused.page.getByRole('log').getByText(sent.answer)).toBeVisible();
  await expect.poll(() => arrived(robin, customer(1)), BUSY).toEqual([sent.answer]);
  // The refused person leaves it at that and keeps the text.
  await refused.page.reload();
  await expect(field(refused.page)).toHaveValue(refused.answer);
  expect(await arrived(robin, customer(1))).toEqual([sent.answer]);
  test.info().annotations.push({ type: 'J15', description: `typing seen after ${seenMs} ms; 1 answer, 0 by accident` });
});
