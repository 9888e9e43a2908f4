import type { FieldFault } from '@switchyard/contracts/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignRig, EVERYBODY, mobileOf, sumOf } from '../../../test/campaign-rig.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { advanceCampaigns } from './advance.ts';
import { EXPAND_BATCH_SIZE } from './expand.ts';

type Rig = ReturnType<typeof campaignRig>;
type Workspace = Awaited<ReturnType<Rig['workspace']>>;

let server: TestServer;
let shared: Workspace;
const { workspace, step, report } = campaignRig(() => server);
beforeAll(async () => {
  server = await startTestServer();
  shared = await workspace(1);
});
afterAll(() => server.stop());

const ids = (count: number) => Array.from({ length: count }, newId);
const audience = (part: object) => ({ audience: { ...EVERYBODY, ...part } });
const fieldsOf = ({ body }: { body: unknown }) =>
  (body as { data?: { faults?: FieldFault[] } }).data?.faults?.map(({ field }) => field);

test.each<[field: string, draft: object]>([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(121) }],
  ['variants', { variants: [] }],
  ['variants', { variants: Array.from({ length: 6 }, () => 'Hi') }],
  ['variants.0', { variants: [' '] }],
  ['variants.1', { variants: ['Hi', 'x'.repeat(65_536)] }],
  ['variants.0', { variants: ['Hi\u0000'] }],
  ['variants.0', { variants: ['Hi {name'] }],
  ['variants.0', { variants: [Array.from({ length: 33 }, (_, at) => `{v${at}}`).join('')] }],
  ['engineIds', { engineIds: ids(11) }],
  ['engineIds', { engineIds: ids(1) }],
  ['startAt', { startAt: '2027-02-30T09:00:00Z' }],
  ['startAt', { startAt: '2101-01-01T00:00:00Z' }],
  ['window.from', { window: { from: '24:00', to: '08:00' } }],
  ['window.to', { window: { from: '08:00', to: '08:00' } }],
  ['perMinute', { perMinute: 0 }],
  ['perMinute', { perMinute: 601 }],
  ['audience.from.listId', audience({ from: { kind: 'list', listId: newId() } })],
  ['audience.from.labelIds', audience({ from: { kind: 'labels', labelIds: [] } })],
  ['audience.from.labelIds', audience({ from: { kind: 'labels', labelIds: ids(51) } })],
  ['audience.from.labelIds', audience({ from: { kind: 'labels', labelIds: ids(1) } })],
  ['audience.from.field', audience({ from: { kind: 'field', field: '{city}', value: 'Hull' } })],
  ['audience.from.value', audience({ from: { kind: 'field', field: 'city', value: ' ' } })],
  ['audience.withoutLabelIds', audience({ withoutLabelIds: ids(51) })],
  ['audience.withoutAudienceIds', audience({ withoutAudienceIds: ids(11) })],
  ['audience.withoutAudienceIds', audience({ withoutAudienceIds: ids(1) })],
  ['audience.atMost.messages', audience({ atMost: { messages: 0, days: 7 } })],
  ['audience.atMost.days', audience({ atMost: { messages: 1, days: 366 } })],
  ['launchKey', { launchKey: 'again' }],
])('a launch is refused at %s, and nothing begins: %j', async (field, draft) => {
  const answer = await shared.launch(draft);
  expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  expect((await shared.ask<{ total: number }>('GET', '/api/campaigns')).body.total).toBe(0);
});

test.each<[field: string, input: object]>([
  ['text', { text: '' }],
  ['text', { text: 'Hi {name' }],
  ['text', { text: 'Hi\u0000' }],
  ['mobiles', { mobiles: [] }],
  ['mobiles', { mobiles: Array.from({ length: 6 }, (_, at) => mobileOf(at + 1)) }],
  ['mobiles.1', { mobiles: [mobileOf(1), 'me'] }],
])('a test is refused at %s, and nothing is sent: %j', async (field, input) => {
  const usual = { text: 'Hi', mobiles: [mobileOf(1)], contactId: null };
  const answer = await shared.ask('POST', '/api/campaigns/test', { ...usual, ...input });
  expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  expect(await shared.messages()).toEqual([]);
});

test('from a file with three bad numbers and two duplicates in a hundred, each person is one recipient and gets one message', async () => {
  const { ask, launch, get, messages, workspaceId } = await workspace(0);
  const list = await ask<{ _id: string }>('POST', '/api/lists', { name: 'From the file' });
  const rows = Array.from({ length: 200 }, (_, at) => ({
    row: at + 1,
    name: `Guest ${at}`,
    mobile: at % 100 < 3 ? `call ${at}` : mobileOf(at % 100 < 5 ? at + 50 : at),
  }));
  const { body } = await ask<{ results: { outcome: string }[] }>('POST', '/api/contacts/import', {
    importId: newId(),
    rows,
    listId: list.body._id,
  });
  const outcomes = (wanted: string) => body.results.filter(({ outcome }) => outcome === wanted).length;
  expect(['created', 'merged', 'refused'].map(outcomes)).toEqual([190, 4, 6]);
  const launched = await launch(audience({ from: { kind: 'list', listId: list.body._id } }));
  await report(workspaceId, 'sent');
  await step();
  expect(await get(launched.body._id)).toMatchObject({ state: 'completed', recipients: 190, counts: { sent: 190 } });
  const written = (await messages()).map(({ recipient }) => recipient);
  expect([written.length, new Set(written).size]).toEqual([190, 190]);
});

test('a contact in two audiences gets a campaign once, and of two campaigns no more than the limit', async () => {
  const { ask, launch, messages, workspaceId } = await workspace(6);
  const { data } = (await ask<{ data: { _id: string }[] }>('GET', '/api/contacts?sort=mobile')).body;
  const label = async (name: string, from: number, to: number) => {
    const selection = { ids: data.slice(from, to).map(({ _id }) => _id) };
    await ask('POST', '/api/contacts/label', { selection, label: name });
  };
  await label('Gold', 0, 4);
  await label('Silver', 2, 6);
  const labels = (await ask<{ data: { _id: string }[] }>('GET', '/api/labels')).body.data;
  const [gold, silver] = labels.map((label) => label._id);
  const to = (labelIds: unknown[]) =>
    audience({ from: { kind: 'labels', labelIds }, atMost: { messages: 1, days: 7 } });
  expect((await launch(to([gold, silver]))).body.recipients).toBe(6);
  expect((await messages()).length).toBe(6);
  await server.database.pool.query('delete from campaigns where workspace_id = $1', [workspaceId]);

  // One after the other, also to those in both.
  expect((await launch(to([gold]))).body.counts).toMatchObject({ 'under-way': 4 });
  expect((await launch(to([silver]))).body.counts).toMatchObject({ 'under-way': 2, skipped: 2 });
});

test.each(['active = false', `engine_type = 'extension'`])(
  'no campaign is launched through an engine of which %s',
  async (is) => {
    const { addEngine, launch, messages } = await workspace(2);
    const other = await addEngine('Second');
    await server.database.pool.query(`update engines set ${is} where id = $1`, [other]);
    expect(await launch({ engineIds: [other] })).toMatchObject({
      status: 422,
      body: { data: { faults: [{ field: 'engineIds', code: 'engineGone' }] } },
    });
    expect(await messages()).toEqual([]);
  },
);

test('an engine deleted during a campaign gets no more messages; its pending ones wait for a person, and the counts add up', async () => {
  const { workspaceId, engineId, addEngine, ask, launch, get, messages } = await workspace(600);
  const other = await addEngine('Second');
  const { body } = await launch({ engineIds: [engineId, other] });
  expect((await ask('DELETE', `/api/sessions/${engineId}`)).status).toBe(200);
  const orphans = (await messages()).filter((row) => row.engine_id === null);
  expect(orphans.length).toBeGreaterThan(0);
  await server.database.pool.query(
    `update messages set status = 'sent', sent_at = now() where workspace_id = $1 and engine_id is not null`,
    [workspaceId],
  );
  await step();
  await step();
  const ofOther = (await messages()).filter((row) => row.status === 'pending' && row.engine_id !== null);
  expect(new Set(ofOther.map((row) => row.engine_id))).toEqual(new Set([other]));
  const between = await get(body._id);
  expect([between.state, sumOf(between)]).toEqual(['running', 600]);
  expect(between.counts['under-way']).toBe(orphans.length + ofOther.length);

  const chosen = await ask('POST', `/api/messages/${orphans[0]?.id}/engine`, { engineId: other, others: true });
  expect(chosen.body).toMatchObject({ changed: orphans.length });
  for (let round = 0; round < 4; round += 1) {
    await report(workspaceId, 'sent');
    await step();
  }
  expect(await get(body._id)).toMatchObject({ state: 'completed', counts: { sent: 600 } });
  const readers = (await messages()).map(({ recipient }) => recipient);
  expect(new Set(readers).size).toBe(readers.length);
});

test('deleting a template does not affect a campaign that used it', async () => {
  const { workspaceId, ask, launch, get, messages } = await workspace(400);
  const template = await ask<{ _id: string; text: string }>('POST', '/api/campaign-templates', {
    name: 'Greeting',
    text: 'Hi {name}',
  });
  const { body } = await launch({ variants: [template.body.text] });
  expect((await ask('DELETE', `/api/campaign-templates/${template.body._id}`)).status).toBe(200);
  expect((await ask('DELETE', `/api/campaign-templates/${template.body._id}`)).status).toBe(404);
  for (let round = 0; round < 3; round += 1) {
    await report(workspaceId, 'sent');
    await step();
  }
  expect(await get(body._id)).toMatchObject({ state: 'completed', counts: { sent: 400 } });
  expect((await messages()).every((row) => /^Hi Guest \d+$/.test(row.body))).toBe(true);
});

test('deleting an excluded label while recipients are added pauses the campaign with the reason, and nobody gets it by that', async () => {
  const { ask, launch, get } = await workspace(EXPAND_BATCH_SIZE + 20);
  const label = await ask<{ _id: string }>('POST', '/api/labels', { name: 'Staff' });
  expect(label.status).toBe(201);
  const draft = audience({ withoutLabelIds: [label.body._id] });
  const launchKey = newId();
  const { body } = await launch({ ...draft, launchKey });
  expect(body).toMatchObject({ isExpanded: false, recipients: EXPAND_BATCH_SIZE });
  expect((await ask('DELETE', `/api/labels/${label.body._id}`)).status).toBe(200);
  // A repeated call finds it anyway.
  expect((await launch({ ...draft, launchKey })).body._id).toBe(body._id);
  await step();
  const paused = await get(body._id);
  expect(paused).toMatchObject({ state: 'paused', recipients: EXPAND_BATCH_SIZE });
  expect(paused.pausedBecause).toEqual({ code: 'campaignNotAll', data: { reason: { code: 'labelLeftOutGone' } } });
});

test('deleting an audience while its recipients are added pauses the campaign with the reason, and it can be cancelled', async () => {
  const { ask, launch, get, messages } = await workspace(EXPAND_BATCH_SIZE + 20);
  const definition = { ...EVERYBODY, consentOnly: true };
  const excluded = await ask<{ _id: string }>('POST', '/api/audiences', { name: 'Agreed', definition });
  const { body } = await launch(audience({ withoutAudienceIds: [excluded.body._id] }));
  expect(body).toMatchObject({ isExpanded: false, recipients: EXPAND_BATCH_SIZE });
  await ask('DELETE', `/api/audiences/${excluded.body._id}`);
  await step();
  const paused = await get(body._id);
  expect(paused).toMatchObject({ state: 'paused', recipients: EXPAND_BATCH_SIZE });
  expect(paused.pausedBecause).toEqual({ code: 'campaignNotAll', data: { reason: { code: 'audienceGone' } } });
  expect(new Set((await messages()).map((row) => row.hold_rule))).toEqual(new Set(['campaign_paused']));
  // It does not keep a worker busy until a person comes, either.
  expect(await step()).toBe(false);
  expect((await ask('POST', `/api/campaigns/${body._id}/resume`)).body.state).toBe('paused');
  await ask('POST', `/api/campaigns/${body._id}/cancel`);
  await step();
  expect(await get(body._id)).toMatchObject({ state: 'cancelled', counts: { cancelled: EXPAND_BATCH_SIZE } });
});

test('of two concurrent edits of an audience or template, the second is refused and overwrites nothing', async () => {
  const { ask } = shared;
  type SavedDraft = { _id: string; updatedAt: string; name: string };
  for (const [path, content] of [
    ['/api/audiences', { definition: EVERYBODY }],
    ['/api/campaign-templates', { text: 'Hello' }],
  ] as const) {
    const { body: read } = await ask<SavedDraft>('POST', path, { name: 'First', ...content });
    const edit = { id: read._id, asOf: read.updatedAt, ...content };
    const mine = await ask<SavedDraft>('POST', path, { ...edit, name: 'Mine' });
    expect(mine.status).toBe(200);
    expect(await ask('POST', path, { ...edit, name: 'Theirs' })).toMatchObject({
      status: 409,
      body: { code: 'TOO_LATE' },
    });
    const { body: stored } = await ask<{ data: SavedDraft[] }>('GET', path);
    expect(stored.data.find(({ _id }) => _id === read._id)?.name).toBe('Mine');
    expect((await ask('POST', path, { ...edit, asOf: mine.body.updatedAt, name: 'Again' })).status).toBe(200);
    expect((await ask('POST', path, { ...edit, id: newId(), name: 'None' })).status).toBe(404);
  }
});

test('the holds of its next messages are explained per number', async () => {
  const { launch, get, messages } = await workspace(3);
  const { body } = await launch({});
  await step();
  const [row] = await messages();
  await server.database.pool.query(`update engines set desired = 'absent', name = 'Front desk' where id = $1`, [
    row?.engine_id,
  ]);
  const { waits } = await get(body._id);
  expect(waits).toMatchObject([
    { engineId: row?.engine_id, engineName: 'Front desk', holds: [{ rule: 'engine_stopped' }] },
  ]);
});

test('a step that throws pauses its campaign once, gives the reason, and delays no other; resumed, it continues', async () => {
  const [broken, other] = [await workspace(700), await workspace(700)];
  const { body } = await broken.launch({});
  const { body: sound } = await other.launch({});
  const setVariants = (variants: unknown) =>
    server.database.pool.query('update campaigns set variants = $2 where id = $1', [
      body._id,
      JSON.stringify(variants),
    ]);
  await report(broken.workspaceId, 'sent');
  await report(other.workspaceId, 'sent');
  await setVariants([null]);
  const advanceAll = () => advanceCampaigns(server.database.db, { now: new Date(), publicUrl: 'https://example.test' });
  const { failed } = await advanceAll();
  expect(failed.map(({ campaignId }) => campaignId)).toEqual([body._id]);
  expect((await advanceAll()).failed).toEqual([]);

  await setVariants(['Hi {name}']);
  const paused = await broken.get(body._id);
  expect(paused).toMatchObject({
    state: 'paused',
    counts: { sent: 250, waiting: 450 },
    pausedBecause: { code: 'campaignFault', data: { kind: 'TypeError' } },
  });
  expect(await other.get(sound._id)).toMatchObject({ state: 'running', counts: { sent: 250 } });
  const notices = await broken.ask<{ data: { kind: string }[] }>('GET', '/api/notifications');
  expect(notices.body.data.map(({ kind }) => kind)).toContain('campaign-paused');

  const resumed = await broken.ask('POST', `/api/campaigns/${body._id}/resume`);
  expect(resumed.body).toMatchObject({ state: 'running', pausedBecause: null });
  expect((await broken.messages()).length).toBeGreaterThan(250);
});

test('a step that failed because the database was unavailable is done the next time, and the campaign continues', async () => {
  const { workspaceId, launch, get, messages } = await workspace(700);
  const { body } = await launch({});
  await report(workspaceId, 'sent');
  const { db, pool } = server.database;
  await pool.query(`
    create function refuse_lock() returns trigger language plpgsql as $$ begin raise exception 'no lock' using errcode = '55P03'; end $$;
    create trigger refuse_lock before insert on messages for each row execute function refuse_lock()`);
  const { failed } = await advanceCampaigns(db, { now: new Date(), publicUrl: 'https://example.test' });
  await pool.query('drop trigger refuse_lock on messages; drop function refuse_lock');
  expect(failed.map(({ campaignId }) => campaignId)).toContain(body._id);
  expect(await get(body._id)).toMatchObject({ state: 'running', pausedBecause: null });
  const before = (await messages()).length;
  await step();
  expect((await messages()).length).toBeGreaterThan(before);
});
