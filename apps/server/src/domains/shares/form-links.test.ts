import type { Cells } from '@switchyard/contracts/boards/columns';
import type { Board, BoardItem } from '@switchyard/contracts/boards/operations';
import { formVariable } from '@switchyard/contracts/shares/form-variable';
import type { NewShare, OpenForm } from '@switchyard/contracts/shares/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRig, mobileOf } from '../../../test/campaign-rig.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { answerForm, readForm } from './answer-form.ts';
import { isProof } from './proof-of-work.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rig = campaignRig(() => server);

/** A workspace with this many contacts, and a form. */
async function workspace(contacts: number, name = 'Order a cake!') {
  const campaign = await rig.workspace(contacts);
  const { body: board } = await campaign.ask<Board>('POST', '/api/boards', { name: 'Orders' });
  const title = board.columns.find(({ isTitle }) => isTitle)?._id ?? '';
  const { body: form } = await campaign.ask<NewShare>('POST', `/api/boards/${board._id}/forms`, {
    name,
    groupId: board.groups[0]?._id,
    fields: [{ columnId: title }],
    expiresInDays: null,
    maxUses: null,
  });
  const items = async () =>
    (await campaign.ask<{ data: BoardItem[] }>('POST', `/api/boards/${board._id}/items/list`, {})).body.data;
  const links = () =>
    server.database.pool.query<{ contact_id: string; used_at: Date | null }>(
      'select contact_id, used_at from personal_links where share_id = $1',
      [form._id],
    );
  return { ...campaign, board, title, form, variable: `{${formVariable(form)}}`, items, links };
}

const setting = () => ({ secret: server.platform.secret, publicUrl: server.platform.config.publicUrl });
const open = (token: string) => readForm(server.database.db, setting(), token, new Date(Date.now() - 10_000));
/** Answers like a person who takes ten seconds to fill it in. */
async function answer(token: string, cells: Cells) {
  const { opened, workBits } = await open(token);
  let proof = 0;
  while (!isProof(opened, `${proof}`, workBits)) proof += 1;
  const deps = { db: server.database.db, clock: { now: () => new Date() } };
  await answerForm(deps, setting(), { token, cells, opened, proof: `${proof}`, website: '' });
}
const tokenIn = (body: string) => /\/form-preview\/([\w-]{43})$/.exec(body)?.[1] ?? '';

test('two contacts of a campaign get personal links, each good for one answer', async () => {
  const { launch, messages, variable, title, items, links, ask, form, workspaceId } = await workspace(2);
  const listed = await ask<{ data: OpenForm[]; total: number }>('GET', '/api/forms');
  expect(listed.body).toEqual({ data: [{ _id: form._id, name: 'Order a cake!', boardName: 'Orders' }], total: 1 });
  expect(variable).toMatch(/^\{form order a cake [0-9a-f]{8}\}$/);
  await launch({ variants: [`Hi {name}, order here: ${variable}`] });
  for (let round = 0; round < 3; round += 1) await Promise.all([rig.step(), rig.step()]);
  const sent = await messages();
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([mobileOf(1), mobileOf(2)]);
  const tokens = sent.map(({ body }) => tokenIn(body));
  expect(new Set(tokens).size).toBe(2);
  expect(tokens).not.toContain('');
  expect((await links()).rows).toHaveLength(2);
  for (const [at, token] of tokens.entries()) {
    expect((await open(token)).known).toEqual({ [title]: `Guest ${sent[at]?.recipient.slice(-1)}` });
    await answer(token, { [title]: `Cake ${at}` });
    await expect(open(token)).rejects.toMatchObject({ code: 'SHARE_OVER' });
  }
  expect((await items()).map(({ cells }) => cells[title])).toEqual(['Cake 0', 'Cake 1']);
  await rig.report(workspaceId, 'sent');
  await rig.step();
  expect((await links()).rows).toHaveLength(2);
});

test('a retried message has the link of the first, and a finished campaign makes none', async () => {
  const { launch, messages, variable, links, ask, workspaceId } = await workspace(2);
  const { body } = await launch({ variants: [`Order: ${variable}`] });
  await rig.step();
  const first = await messages();
  await rig.report(workspaceId, 'failed');
  await rig.step();
  expect((await ask('POST', `/api/campaigns/${body._id}/retry-failed`)).status).toBe(200);
  for (let round = 0; round < 3; round += 1) await rig.step();
  const again = (await messages()).filter(({ id }) => !first.some((message) => message.id === id));
  expect(again).toHaveLength(2);
  const byRecipient = (rows: typeof first) => Object.fromEntries(rows.map((row) => [row.recipient, tokenIn(row.body)]));
  expect(byRecipient(again)).toEqual(byRecipient(first));
  expect((await links()).rows).toHaveLength(2);
  // Another campaign asks again.
  await launch({ variants: [`Order: ${variable}`], name: 'Another' });
  await rig.step();
  expect((await links()).rows).toHaveLength(4);
});

test('a closed form prevents a launch, and pauses a running campaign', async () => {
  const { launch, messages, get, variable, form, ask } = await workspace(2);
  const other = await workspace(1);
  const refusedFor = async (text: string) => {
    const { status, body } = await launch({ variants: ['Hi', text] });
    expect(status).toBe(422);
    return (body as unknown as { data: { faults: { field: string; message: string }[] } }).data.faults;
  };
  const fault = (named: string) => [
    { field: 'variants.1', message: `The form of ${named} doesn’t take answers any more.` },
  ];
  expect(await refusedFor(`Order: ${other.variable}`)).toMatchObject(fault(other.variable));
  const startAt = new Date(Date.now() + 3_600_000);
  const { body } = await launch({ variants: [`Order: ${variable}`], startAt: startAt.toISOString() });
  await rig.step();
  await ask('DELETE', `/api/shares/${form._id}`);
  await rig.step(new Date(startAt.getTime() + 1_000));
  expect(await messages()).toEqual([]);
  expect(await get(body._id)).toMatchObject({ state: 'paused', pausedBecause: { code: 'formGone' } });
  expect(await refusedFor(`Order: ${variable}`)).toMatchObject(fault(variable));
});

test('is found whatever the form’s name, and the pre-flight shows it as a link nobody lacks', async () => {
  const { variable, ask } = await workspace(2, 'בקשה – 100% (בדיקה)');
  const checked = await ask<{ sendable: number; unknown: object[]; preview: { text: string }[] }>(
    'POST',
    '/api/campaigns/check',
    { name: 'Sale', audience: { from: { kind: 'all' } }, variants: [`Order: ${variable}`] },
  );
  expect(checked.body).toMatchObject({ sendable: 2, unknown: [] });
  expect(checked.body.preview.map(({ text }) => text)).toEqual(Array(2).fill('Order: https://…/form-preview/…'));
});
