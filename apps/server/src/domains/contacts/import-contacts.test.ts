import type { Text } from '@switchyard/contracts/text/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';

interface Row {
  row: number;
  outcome: string;
  reason: Text | null;
}
interface ListedContact {
  _id: string;
  name: string;
  mobile: string;
  fields: Record<string, string>;
  labels: { name: string }[];
  consent: { at: string; source: string; text: string } | null;
  quietHours: unknown;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const ask = async <Body>(token: string, method: string, path: string, body?: unknown) =>
  server.call<Body>(method, path, body, { token });
const importRows = async (token: string, rows: object[], more: object = {}) => {
  const body = { importId: newId(), rows, ...more };
  return (await ask<{ results: Row[] }>(token, 'POST', '/api/contacts/import', body)).body.results;
};
const all = async (token: string, query = '') =>
  (await ask<{ data: ListedContact[]; total: number }>(token, 'GET', `/api/contacts${query}`)).body;
const outcomes = (results: Row[]) => results.map((row) => row.outcome);

test('every row gets a result: new, known, repeated or refused', async () => {
  const { token } = await server.signUp();
  await ask(token, 'POST', '/api/contacts', { name: 'Was there', mobile: '+447700900001', fields: { City: 'Hull' } });
  const results = await importRows(token, [
    { row: 2, mobile: '07700 900002', name: 'New', fields: { 'Order No': '17' }, labels: ['VIP', 'vip'] },
    { row: 3, mobile: '+44 7700 900001', name: 'Is there', fields: { City: ' ' } },
    { row: 4, mobile: '447700900002', firstName: 'Nora', fields: { City: 'Leeds', 'order no': '18' } },
    { row: 5, mobile: 'call me', name: 'Nobody' },
    { row: 6, mobile: '', name: 'Nobody' },
    { row: 7, mobile: '+447700900003', zone: 'Mars/Olympus' },
    { row: 8, mobile: '+447700900004', consentAt: '2026-02-30' },
    { row: 9, mobile: '+447700900005', consentAt: '2026-02-28', consentSource: 'form', consentText: 'Yes please' },
  ]);
  expect(outcomes(results)).toEqual([
    'created',
    'updated',
    'merged',
    'refused',
    'refused',
    'refused',
    'refused',
    'created',
  ]);
  expect(results[3]?.reason).toEqual({ code: 'contactNotNumber', data: { written: 'call me' } });
  expect(results[5]?.reason).toEqual({ code: 'contactZone', data: { written: 'Mars/Olympus' } });
  const { data } = await all(token, '?sort=mobile');
  expect(data).toMatchObject([
    { name: 'Is there', mobile: '+447700900001', fields: { city: 'Hull' } },
    // A number's first row wins; a later one fills its empty fields.
    { name: 'New', fields: { 'order no': '17', city: 'Leeds' }, labels: [{ name: 'VIP' }] },
    { name: '+447700900005', consent: { at: '2026-02-28T00:00:00.000Z', source: 'form', text: 'Yes please' } },
  ]);
  const fields = await ask(token, 'GET', '/api/contacts/fields');
  expect(fields.body).toMatchObject([{ key: 'city' }, { key: 'order no' }]);
});

test('a repeated call gives the same results and changes nothing; a number of an earlier call is merged', async () => {
  const { token } = await server.signUp();
  const more = { importId: newId() };
  const rows = [
    { row: 2, mobile: '+447700900010', name: 'One' },
    { row: 3, mobile: '+447700900010', name: 'Two' },
    { row: 4, mobile: '+447700900011', name: 'Three' },
  ];
  const first = await importRows(token, rows, more);
  const before = await all(token);
  expect(outcomes(first)).toEqual(['created', 'merged', 'created']);
  expect(await importRows(token, rows, more)).toEqual(first);
  const names = (found: typeof before) => found.data.map(({ name, mobile }) => [name, mobile]);
  expect(names(await all(token))).toEqual(names(before));
  expect(outcomes(await importRows(token, [{ row: 1001, mobile: '+447700900011', name: 'Four' }], more))).toEqual([
    'merged',
  ]);
  expect(names(await all(token))).toEqual(names(before));
});

test('quiet hours are read as people write them; empty ones are ignored, invalid ones refused', async () => {
  const { token } = await server.signUp();
  const hours = async (...written: string[]) =>
    importRows(
      token,
      written.map((quietHours, at) => ({ row: at + 1, mobile: `+44770090040${at}`, quietHours })),
    );
  const results = await hours('21:00-08:00', 'None', '9:30 – 10:00', '8 to 9', '24:00-08:00', '07:00-07:00');
  expect(outcomes(results)).toEqual(['created', 'created', 'created', 'refused', 'refused', 'refused']);
  expect(results[4]?.reason).toEqual({ code: 'contactQuiet', data: { written: '24:00-08:00' } });
  expect(outcomes(await hours('', '', '22:00 to 06:00'))).toEqual(['updated', 'updated', 'updated']);
  expect((await all(token, '?sort=mobile')).data.map((contact) => contact.quietHours)).toEqual([
    { from: '21:00', to: '08:00' },
    'none',
    { from: '22:00', to: '06:00' },
  ]);
});

test('names known to engines never overwrite a contact’s, and all imported contacts join the list', async () => {
  const { token } = await server.signUp();
  await ask(token, 'POST', '/api/contacts', { name: 'Mum', mobile: '+447700900020' });
  const list = await ask<{ _id: string }>(token, 'POST', '/api/lists', { name: 'From the phone' });
  await importRows(
    token,
    [
      { row: 1, mobile: '+447700900020', name: 'Margaret' },
      { row: 2, mobile: '+447700900021', name: 'Other' },
    ],
    { keepNames: true, listId: list.body._id },
  );
  const found = await all(token, `?listId=${list.body._id}`);
  expect(found.data.map((contact) => contact.name).sort()).toEqual(['Mum', 'Other']);
  expect((await ask(token, 'GET', '/api/lists')).body).toMatchObject({
    data: [{ name: 'From the phone', contacts: 2 }],
    total: 1,
  });
});

test('another workspace’s list is refused and nothing is stored', async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  const list = await ask<{ _id: string }>(other.token, 'POST', '/api/lists', { name: 'Theirs' });
  const body = { importId: newId(), rows: [{ row: 1, mobile: '+447700900030' }], listId: list.body._id };
  expect(await ask(one.token, 'POST', '/api/contacts/import', body)).toMatchObject({ status: 422 });
  expect((await all(one.token)).total).toBe(0);
});

test('labels can be set and removed for a selection; deleting a label keeps its contacts', async () => {
  const { token } = await server.signUp();
  await importRows(
    token,
    Array.from({ length: 3 }, (_, at) => ({ row: at + 1, mobile: `+44770090010${at}`, name: `P${at}` })),
  );
  const matching = { selection: { matching: {}, expected: 3 } };
  const label = (body: object) => ask<{ changed: number }>(token, 'POST', '/api/contacts/label', body);
  expect((await label({ ...matching, label: 'Gold' })).body).toEqual({ changed: 3 });
  expect((await label({ ...matching, label: 'GOLD' })).body).toEqual({ changed: 0 });
  expect(await label({ selection: { matching: {}, expected: 2 }, label: 'Gold' })).toMatchObject({ status: 422 });
  const [first] = (await all(token)).data;
  expect((await label({ selection: { ids: [first?._id] }, label: 'gold', on: false })).body).toEqual({ changed: 1 });
  const labels = await ask<{ data: { _id: string; contacts: number }[] }>(token, 'GET', '/api/labels');
  expect(labels.body.data).toMatchObject([{ name: 'Gold', contacts: 2 }]);
  const id = labels.body.data[0]?._id;
  expect((await all(token, `?labelId=${id}`)).total).toBe(2);
  expect((await ask(token, 'DELETE', `/api/labels/${id}`)).status).toBe(200);
  expect((await all(token)).total).toBe(3);
});

test('merging keeps number and name, fills gaps and takes over labels; the others are deleted', async () => {
  const { token } = await server.signUp();
  await importRows(token, [
    { row: 1, mobile: '+447700900201', name: 'Ann', fields: { City: 'Hull' } },
    { row: 2, mobile: '+447700900202', name: 'ann', fields: { City: 'York', Age: '40' }, labels: ['VIP'] },
  ]);
  const { data } = await all(token, '?sort=mobile');
  const [kept, other] = data.map(({ _id }) => _id);
  const merged = await ask(token, 'POST', `/api/contacts/${kept}/merge`, { others: [other] });
  expect(merged.body).toMatchObject({
    name: 'Ann',
    mobile: '+447700900201',
    fields: { city: 'Hull', age: '40' },
    labels: [{ name: 'VIP' }],
  });
  expect((await all(token)).total).toBe(1);
  expect(await ask(token, 'POST', `/api/contacts/${kept}/merge`, { others: [other] })).toMatchObject({ status: 404 });
});

test.each([
  ['is deleted', async () => newId()],
  [
    'is another workspace’s',
    async () => {
      const stranger = await server.signUp();
      await importRows(stranger.token, [{ row: 1, mobile: '+447700900203', name: 'Theirs' }]);
      return (await all(stranger.token)).data[0]?._id ?? '';
    },
  ],
])('if one of several to merge %s, nothing is merged', async (_what, missing) => {
  const { token } = await server.signUp();
  await importRows(token, [
    { row: 1, mobile: '+447700900201', name: 'Ann' },
    { row: 2, mobile: '+447700900202', name: 'ann' },
  ]);
  const before = await all(token, '?sort=mobile');
  const [kept, other] = before.data.map(({ _id }) => _id);
  const others = [other, await missing()];
  expect(await ask(token, 'POST', `/api/contacts/${kept}/merge`, { others })).toMatchObject({ status: 404 });
  expect(await all(token, '?sort=mobile')).toEqual(before);
});

test('an update names its fields, replaces custom ones as a whole, and refuses another contact’s number', async () => {
  const { token } = await server.signUp();
  await importRows(token, [
    { row: 1, mobile: '+447700900301', name: 'One', fields: { City: 'Hull' } },
    { row: 2, mobile: '+447700900302', name: 'Two' },
  ]);
  const [one] = (await all(token, '?sort=mobile')).data;
  const change = (body: object) => ask(token, 'PATCH', `/api/contacts/${one?._id}`, body);
  expect((await change({ fields: { Age: '41' } })).body).toMatchObject({ name: 'One', fields: { age: '41' } });
  expect(await change({ mobile: '07700 900302' })).toMatchObject({
    status: 422,
    body: { data: { faults: [{ field: 'mobile' }] } },
  });
  const consent = { at: '2026-01-01T10:00:00Z', source: 'shop', text: 'By word' };
  expect((await change({ consent })).body).toMatchObject({ consent: { source: 'shop' } });
  expect((await change({ consent: null })).body).toMatchObject({ consent: null, fields: { age: '41' } });
});

test('a contact added while an import processes its number keeps its values', async () => {
  const { token } = await server.signUp();
  const me = await ask<{ workspace: { _id: string } }>(token, 'GET', '/api/me');
  const { pool } = server.database;
  const other = await pool.connect();
  await other.query('begin');
  await other.query(
    `insert into contacts (id, workspace_id, name, mobile, fields, consent_at, consent_source)
     values (gen_random_uuid(), $1, 'Nora', '+447700900001', '{"city": "Hull"}', now(), 'form')`,
    [me.body.workspace._id],
  );
  const imported = importRows(token, [
    { row: 2, mobile: '+447700900001', fields: { Order: '17' } },
    { row: 3, mobile: '+447700900002', name: 'New' },
  ]);
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into "contacts"%'`,
      );
      return rows.length;
    })
    .toBe(1);
  await other.query('commit');
  other.release();
  expect(outcomes(await imported)).toEqual(['updated', 'created']);
  const { data } = await all(token, '?sort=mobile');
  expect(data).toMatchObject([
    { name: 'Nora', fields: { city: 'Hull', order: '17' }, consent: { source: 'form' } },
    { name: 'New' },
  ]);
});
