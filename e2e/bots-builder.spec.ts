import { deliveriesTo, engineNumber, writeFrom } from './bots.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, signInAs, test } from './fixtures.ts';
import { createOwnServer, type OwnServer } from './own-server.ts';

test.describe.configure({ mode: 'default' });
const BUSY = { timeout: 60_000 };
const BUILDER = '+447700900601';
const STRANGER = '+447700900602';
const GUEST = '+447700900603';
const CYCLIST = '+447700900604';
const SOURCED = 'Breakfast is served from seven until ten.\n\n(When is breakfast served?)';

let own: OwnServer;
test.beforeAll(async () => {
  own = await createOwnServer();
  await own.start();
});
test.afterAll(() => own.remove());

test('J6: a bot is made from a template, tested, corrected, deployed to one number, widened, taken over by a person, and returned to an older version', async ({
  page,
}) => {
  test.slow();
  await signInAs(page.context(), 'user', own.url);
  const { request } = page.context();
  const number = await engineNumber(request, own);
  const began = performance.now();
  await page.goto(`${own.url}/bot-list-view`);
  await page.getByRole('button', { name: 'New bot' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Questions');
  await dialog.getByRole('radio', { name: 'Collect opt-ins' }).check();
  await dialog.getByRole('button', { name: 'Create bot' }).click();
  await page.getByRole('link', { name: 'Edit flow' }).click();
  await expect(page).toHaveURL(/\/bot-build-view\//);

  // The test chat highlights the steps it runs through.
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const chat = page.getByRole('region', { name: 'Test' });
  const say = async (text: string) => {
    await chat.getByRole('textbox', { name: 'Message as the contact' }).fill(text);
    await chat.getByRole('button', { name: 'Send' }).click();
  };
  await say('join');
  await expect(chat.getByRole('log')).toContainText('May we send you news here?', BUSY);
  await expect(page.locator('[data-lit="now"]')).toContainText('Ask');
  await say('Yes');
  await expect(chat.getByRole('log')).toContainText('Welcome,', BUSY);
  await expect(chat.getByText('The conversation is over: Completed')).toBeVisible();

  // A wrong answer is corrected, undone, and corrected again; it is saved automatically.
  await page.getByRole('button', { name: 'Close' }).click();
  const welcome = page.locator('.react-flow__node', { hasText: 'Welcome,' });
  await welcome.click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Good to have you, {firstName|friend}.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveValue('Welcome, {firstName|friend}.');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(text).toHaveValue('Good to have you, {firstName|friend}.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(BUSY);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await chat.getByRole('button', { name: 'Start over' }).click();
  await say('join');
  await expect(chat.getByRole('log')).toContainText('May we send you news here?', BUSY);
  await say('1');
  await expect(chat.getByRole('log')).toContainText('Good to have you', BUSY);
  await expectAccessibleInBothSchemes(page);

  // The first deployment answers only the named number.
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const deploy = page.getByRole('dialog', { name: 'Deploy Questions' });
  await expect(deploy.getByRole('radio', { name: 'Only these numbers' })).toBeChecked();
  await deploy.getByRole('textbox', { name: 'Numbers' }).fill(BUILDER);
  await deploy.getByRole('button', { name: 'Deploy' }).click();
  await expect(page.getByText('Questions answers now')).toBeVisible(BUSY);
  await writeFrom(request, own, { from: STRANGER, to: number, text: 'join' });
  await writeFrom(request, own, { from: BUILDER, to: number, text: 'join' });
  const texts = async (who: string) => (await deliveriesTo(request, own, who)).data.map((delivery) => delivery.text);
  await expect.poll(() => texts(BUILDER), BUSY).toHaveLength(1);
  console.log(`J6: first answer on a phone after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  expect(await texts(STRANGER)).toEqual([]);

  // Widened; a person takes over a chat.
  await page.getByRole('link', { name: 'Back to the bot' }).click();
  await page.getByRole('button', { name: 'Deploy the draft' }).click();
  await deploy.getByRole('radio', { name: 'Everyone', exact: true }).check();
  await deploy.getByRole('button', { name: 'Deploy' }).click();
  await expect(deploy).toHaveCount(0);
  await writeFrom(request, own, { from: STRANGER, to: number, text: 'join' });
  await expect.poll(() => texts(STRANGER), BUSY).toHaveLength(1);
  await writeFrom(request, own, { from: number, to: STRANGER, text: 'It is me, not a bot' });
  await page.getByRole('tab', { name: 'Sessions' }).click();
  await expect(page.getByRole('row', { name: /Someone replied on the phone/ })).toBeVisible(BUSY);
  await writeFrom(request, own, { from: STRANGER, to: number, text: 'Yes' });
  await page.getByRole('row', { name: /Someone replied on the phone/ }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible(BUSY);
  await writeFrom(request, own, { from: STRANGER, to: number, text: 'No' });
  await expect.poll(() => texts(STRANGER), BUSY).toContain('That is fine. We will not write to you.');

  // An older version is one click away.
  await page.getByRole('link', { name: 'Back to the bot' }).click();
  await page.getByRole('link', { name: 'Edit flow' }).click();
  await page.locator('.react-flow__node', { hasText: 'Good to have you' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello again.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(BUSY);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await deploy.getByRole('button', { name: 'Deploy' }).click();
  await expect(deploy).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to the bot' }).click();
  await expect(page.getByText('Version 2')).toBeVisible(BUSY);
  await page.getByRole('button', { name: 'Deploy this version' }).click();
  await deploy.getByRole('button', { name: 'Deploy' }).click();
  await expect(deploy).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Live')).toHaveCount(1);
});

test('J6, knowledge: a base gets an answer, a bot answers from it on the phone with its source, and an unknown question is listed', async ({
  page,
}) => {
  await signInAs(page.context(), 'user', own.url);
  const { request } = page.context();
  const number = await engineNumber(request, own);
  await page.goto(`${own.url}/knowledge-base`);
  await page.getByRole('button', { name: 'New knowledge base' }).first().click();
  const named = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await named.fill('Guest house');
  await named.press('Enter');
  await page.getByRole('tab', { name: /Texts and answers/ }).click();
  const base = page.url();
  await page.getByRole('button', { name: 'Add a question and answer' }).click();
  const entry = page.getByRole('dialog', { name: 'New question and answer' });
  await entry.getByRole('textbox', { name: 'Question' }).fill('When is breakfast served?');
  await entry.getByRole('textbox', { name: 'Answer' }).fill('Breakfast is served from seven until ten.');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry).toHaveCount(0);

  const made = await request.post(`${own.url}/api/bots`, {
    data: { name: 'Front desk', template: 'faq' },
    headers: { origin: own.url },
  });
  await page.goto(`${own.url}/bot-build-view/${((await made.json()) as { _id: string })._id}`);
  await page.locator('.react-flow__node', { hasText: 'Knowledge answer' }).click();
  // The field covers its input, which has the name.
  await page.getByRole('combobox', { name: 'Knowledge bases' }).click({ force: true });
  await page.getByRole('option', { name: 'Guest house' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(BUSY);

  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const chat = page.getByRole('region', { name: 'Test' });
  await chat.getByRole('textbox', { name: 'Message as the contact' }).fill('when do you serve breakfast');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByRole('log')).toContainText(SOURCED, BUSY);

  // Two contacts may ask, so that neither waits for the other's answer.
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const deploy = page.getByRole('dialog', { name: 'Deploy Front desk' });
  await deploy.getByRole('textbox', { name: 'Numbers' }).fill(`${GUEST}\n${CYCLIST}`);
  await deploy.getByRole('button', { name: 'Deploy' }).click();
  await expect(deploy).toHaveCount(0, BUSY);
  await writeFrom(request, own, { from: GUEST, to: number, text: 'When is breakfast?' });
  await writeFrom(request, own, { from: CYCLIST, to: number, text: 'May I park a bicycle?' });
  const texts = async (who: string) => (await deliveriesTo(request, own, who)).data.map((delivery) => delivery.text);
  await expect.poll(() => texts(GUEST), BUSY).toEqual([SOURCED]);
  await expect.poll(() => texts(CYCLIST), BUSY).toEqual(['I do not know that. Somebody will answer you soon.']);

  await page.goto(base);
  await page.getByRole('tab', { name: /Unanswered questions/ }).click();
  await expect(page.getByRole('list', { name: 'Unanswered questions' })).toContainText('May I park a bicycle?');
});

test('a flow is built from the list by keyboard, and missing fields are reported at their step', async ({ page }) => {
  await signInAs(page.context(), 'user', own.url);
  const made = await page.context().request.post(`${own.url}/api/bots`, {
    data: { name: 'By keyboard', template: 'blank' },
    headers: { origin: own.url },
  });
  const { _id } = (await made.json()) as { _id: string };
  await page.goto(`${own.url}/bot-build-view/${_id}`);
  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('Space');
  const list = page.getByRole('list', { name: 'Steps of the flow' });
  await list.getByRole('button', { name: /Trigger/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Then' }).selectOption({ label: 'New: Send message' });
  // Missing fields are reported once they lose the focus.
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(BUSY);
  await expect(list.getByRole('button', { name: /^Send message/ })).not.toContainText('Enter a message');
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button', { name: /^Send message/ })).toContainText('Enter a message', BUSY);
  await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).focus();
  await page.keyboard.type('Hello there');
  await expect(list.getByRole('button', { name: /^Send message/ })).not.toContainText('Enter a message', BUSY);
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('button', { name: 'Deploy', exact: true })).toBeEnabled();
});

test('a step is added with "+" on an outlet and on an edge: found by name, connected, without overlaps', async ({
  page,
}) => {
  await signInAs(page.context(), 'user', own.url);
  const made = await page.context().request.post(`${own.url}/api/bots`, {
    data: { name: 'By plus', template: 'blank' },
    headers: { origin: own.url },
  });
  const { _id } = (await made.json()) as { _id: string };
  await page.goto(`${own.url}/bot-build-view/${_id}`);
  const pick = async (sought: string) => {
    await page.getByRole('textbox', { name: 'Search steps' }).fill(sought);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('button', { name: 'Add the first step' }).click();
  await pick('hand');
  await expect(page.getByRole('region', { name: 'Hand over' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add step after Trigger: Then' }).click();
  await pick('message');
  await page.getByRole('textbox', { name: 'Text' }).fill('One moment.');
  await page.getByRole('textbox', { name: 'Text' }).blur();
  await expect(page.locator('.react-flow__node')).toHaveCount(3);
  await expect(page.locator('.react-flow__edge')).toHaveCount(2);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible(BUSY);
  const { draft } = (await (await page.context().request.get(`${own.url}/api/bots/${_id}`)).json()) as {
    draft: { nodes: { id: string; kind: string; x: number }[]; edges: { from: string; to: string }[] };
  };
  const [trigger, handover, send] = draft.nodes;
  expect(draft.edges).toEqual([
    expect.objectContaining({ from: trigger?.id, to: send?.id }),
    expect.objectContaining({ from: send?.id, to: handover?.id }),
  ]);
  expect((handover?.x ?? 0) - (send?.x ?? 0)).toBeGreaterThanOrEqual(220);
});
