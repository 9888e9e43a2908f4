import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { newId } from '../../platform/database/columns.ts';
import { users } from '../accounts/accounts.schema.ts';
import { ensureFirstWorkspace } from '../workspaces/index.ts';
import { contacts } from './contacts.schema.ts';
import { ensureContacts, findContactsByMobiles, findContactsByNames } from './index.ts';

type List = { data: { name: string; mobile: string }[]; total: number };

let server: TestServer;
/** A person whose address book stays empty. */
let refused: string;
beforeAll(async () => {
  server = await startTestServer();
  refused = (await server.signUp()).token;
});
afterAll(() => server.stop());

const add = (token: string, body: object) => server.call('POST', '/api/contacts', body, { token });
const list = async (token: string, query = '') =>
  (await server.call<List>('GET', `/api/contacts${query}`, undefined, { token })).body;
const names = (found: List) => found.data.map((contact) => contact.name);

async function workspace(): Promise<string> {
  const { db } = server.database;
  const id = newId();
  await db.insert(users).values({ id, name: 'Someone', email: `${id}@example.test` });
  return (await ensureFirstWorkspace(db, { id, name: 'Someone' })).workspaceId;
}

test('a number is stored in international form, however it was written', async () => {
  const { token } = await server.signUp();
  const answer = await add(token, { name: 'שרה 🌷', mobile: '07700 900123' });
  expect(answer).toMatchObject({ status: 201, body: { name: 'שרה 🌷', mobile: '+447700900123', zone: null } });
  expect(answer.body._id).toMatch(/^[\da-f-]{36}$/);
});

test('a duplicate number is refused at its field, and the contact is not changed', async () => {
  const { token } = await server.signUp();
  await add(token, { name: 'First', mobile: '+447700900123' });
  const answer = await add(token, { name: 'Second', mobile: '07700 900 123' });
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID', data: { faults: [{ field: 'mobile' }] } } });
  expect(names(await list(token))).toEqual(['First']);
});

const manyFields = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`field ${at}`, 'x']));
const consentedAt = '2026-02-03T00:00:00Z';

test.each([
  [{ name: 'No number', mobile: 'call me' }, 'mobile'],
  [{ name: 'Too long', mobile: '+4477009001234567890' }, 'mobile'],
  [{ name: '', mobile: '+447700900123' }, 'name'],
  [{ name: 'nul\u0000', mobile: '+447700900123' }, 'name'],
  [{ name: 'x'.repeat(257), mobile: '+447700900123' }, 'name'],
  [{ name: 'A', firstName: 'x'.repeat(129), mobile: '+447700900123' }, 'firstName'],
  [{ name: 'Nowhere', mobile: '+447700900123', zone: 'Mars/Olympus' }, 'zone'],
  [{ name: 'A', mobile: '+447700900123', quietHours: { from: '21:00', to: '21:00' } }, 'quietHours.to'],
  [{ name: 'A', mobile: '+447700900123', fields: { city: 'x'.repeat(1025) } }, 'fields.city'],
  [{ name: 'A', mobile: '+447700900123', fields: { city: 'nul\u0000' } }, 'fields.city'],
  [{ name: 'A', mobile: '+447700900123', fields: manyFields }, 'fields'],
  [
    { name: 'A', mobile: '+447700900123', consent: { at: '2026-02-30T00:00:00Z', source: 'x', text: '' } },
    'consent.at',
  ],
  [{ name: 'A', mobile: '+447700900123', consent: { at: consentedAt, source: '', text: '' } }, 'consent.source'],
  [
    { name: 'A', mobile: '+447700900123', consent: { at: consentedAt, source: 'x', text: 'nul\u0000' } },
    'consent.text',
  ],
])('%o is refused, naming %s', async (body, field) => {
  expect(await add(refused, body)).toMatchObject({ status: 422, body: { data: { faults: [{ field }] } } });
  expect((await list(refused)).total).toBe(0);
});

test('two workspaces may have the same number without seeing each other’s contacts', async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  await add(one.token, { name: 'Mine', mobile: '+447700900123' });
  expect((await add(other.token, { name: 'Theirs', mobile: '+447700900123' })).status).toBe(201);
  expect(names(await list(one.token))).toEqual(['Mine']);
  expect(await list(other.token, '?search=Mine')).toEqual({ data: [], total: 0 });
});

test('a list is paged and sorted, and searched in names and numbers of any script', async () => {
  const { token } = await server.signUp();
  for (const [name, mobile] of [
    ['Élodie', '+33639980001'],
    ['anna', '+447700900111'],
    ['Bob 100%', '+447700900222'],
  ]) {
    await add(token, { name, mobile });
  }
  expect(names(await list(token))).toEqual(['anna', 'Bob 100%', 'Élodie']);
  expect(await list(token, '?limit=1&skip=1&sort=-mobile')).toMatchObject({ data: [{ name: 'anna' }], total: 3 });
  expect(names(await list(token, `?search=${encodeURIComponent('éLOD')}`))).toEqual(['Élodie']);
  expect(names(await list(token, `?search=${encodeURIComponent('0%')}`))).toEqual(['Bob 100%']);
  expect(names(await list(token, `?search=${encodeURIComponent('07700 900111')}`))).toEqual(['anna']);
  const wrong = await server.call('GET', '/api/contacts?sort=secret', undefined, { token });
  expect(wrong).toMatchObject({ status: 422, body: { data: { faults: [{ field: 'sort' }] } } });
});

test('contacts are found by name, ignoring case: none, one or several', async () => {
  const { db } = server.database;
  const [mine, theirs] = [await workspace(), await workspace()];
  await ensureContacts(db, mine, [
    { name: 'Žofie', mobile: '+420601123456' },
    { name: 'Sam', mobile: '+447700900111' },
    { name: 'SAM', mobile: '+447700900222' },
  ]);
  await ensureContacts(db, theirs, [{ name: 'Only theirs', mobile: '+447700900333' }]);
  const found = await findContactsByNames(db, mine, ['žOFIE ', 'sam', 'Only theirs', 'Nobody', '', "o'); --"]);
  expect(found.get('žOFIE')?.map((row) => row.mobile)).toEqual(['+420601123456']);
  expect(found.get('sam')).toHaveLength(2);
  expect([...found.keys()].sort()).toEqual(['sam', 'žOFIE']);
});

test('ensuring numbers in bulk adds new ones once; known ones keep their name', async () => {
  const { db } = server.database;
  const mine = await workspace();
  await ensureContacts(db, mine, [{ name: 'Kept', mobile: '+447700900000' }]);
  const rows = Array.from({ length: 500 }, (_, at) => ({
    name: `Row ${at}`,
    mobile: `+4477009${String(at % 400).padStart(5, '0')}`,
  }));
  const [one, two] = await Promise.all([ensureContacts(db, mine, rows), ensureContacts(db, mine, rows.toReversed())]);
  expect(one.size).toBe(400);
  expect(two.size).toBe(400);
  expect(one.get('+447700900399')?.id).toBe(two.get('+447700900399')?.id);
  expect(await db.$count(contacts, eq(contacts.workspaceId, mine))).toBe(400);
  expect((await findContactsByMobiles(db, mine, ['+447700900000'])).get('+447700900000')?.name).toBe('Kept');
});
