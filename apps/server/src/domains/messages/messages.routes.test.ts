import { randomUUID } from 'node:crypto';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { Message } from '@switchyard/contracts/messages';
import { topics } from '@switchyard/contracts/mqtt-topics';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader } from '../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../test/lane-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { enginesDomain } from '../engines/index.ts';
import { claim } from './lane/claim.ts';
import { report } from './lane/report.ts';
import { messagesDomain } from './messages.domain.ts';

let server: TestServer;
let lane: LaneFixture;
beforeAll(async () => {
  server = await startTestServer({
    domains: [actorByHeader, enginesDomain, messagesDomain],
    config: { rateLimitPerMinute: 0 },
  });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
});
afterAll(() => server.stop());

interface Refusal {
  code: string;
  data: { faults: FieldFault[]; status: string; version: number };
}
const as = (who: LaneFixture, extra = '') => ({ 'x-test-actor': `${who.userId}.${who.workspaceId}${extra}` });
const call = <Body>(method: string, path: string, body?: unknown, who = lane, extra = '') =>
  server.call<Body>(method, `/api${path}`, body, { headers: as(who, extra) });
const create = async (payload: object = {}) =>
  (
    await call<Message>('POST', '/messages', {
      message: 'Hello',
      contactList: [{ mobile: '07700 900123' }],
      dueDate: '2030-06-01T09:30',
      ...payload,
    })
  ).body;
const refusedFields = async (payload: object) => {
  const answer = await call<Refusal>('POST', '/messages', payload);
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  return answer.body.data.faults.map((one) => one.field);
};
const addContact = (name: string, mobile: string) =>
  server.database.pool.query(`insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, $2, $3)`, [
    lane.workspaceId,
    name,
    mobile,
  ]);

describe('create', () => {
  test('takes the payload of the specification and answers with the entity', async () => {
    const answer = await call<Message>('POST', '/messages', {
      contactName: 'Ann Lee',
      message: 'Hello 👋',
      dueDate: '2030-06-01T09:30',
      contactList: [{ mobile: '07700 900123', firstName: 'Ann' }],
      status: 'pending',
      verifyContact: true,
      isRecurring: false,
      sentWith: 'whatsapp',
      retryCount: 0,
      campaignId: '',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      _id: expect.any(String),
      contactName: 'Ann Lee',
      contactList: [{ mobile: '+447700900123', firstName: 'Ann' }],
      status: 'pending',
      ack: 0,
      dueDate: '2030-06-01T08:30:00.000Z',
      dueLocal: '2030-06-01T09:30',
      dueTime: '09:30',
      zone: 'Europe/London',
      engineId: lane.engineId,
      verifyContact: true,
      version: 1,
      abilities: { edit: true, cancel: true, remove: false, resolve: false },
    });
    const [row] = await lane.rows();
    expect(row?.wa_message_id).toMatch(/^3EB0[0-9A-F]{18}$/);
  });

  test('without a due date: now; and the lane is poked', async () => {
    const poked = new Promise<void>((resolve) => {
      const end = server.platform.broker.subscribe(topics.enginePoke(lane.engineId), () => {
        end();
        resolve();
      });
    });
    const before = Date.now();
    const made = await create({ dueDate: undefined });
    expect(Math.abs(Date.parse(made.dueDate) - before)).toBeLessThan(5_000);
    await poked;
    expect(
      (await claim(server.database.pool, lane.identity, { generation: await lane.lease(), limit: 5 })).messages,
    ).toHaveLength(1);
  });

  test('finds the recipient by the name of a contact, whatever its case', async () => {
    await addContact('Zoë Müller', '+4915112345678');
    expect(await create({ contactName: 'zoë müller', contactList: [] })).toMatchObject({
      contactName: 'Zoë Müller',
      contactList: [{ mobile: '+4915112345678' }],
    });
  });

  test.each([
    ['an empty text', { message: '  \n ', contactList: [{ mobile: '07700900123' }] }, ['message']],
    ['65,536 characters', { message: 'x'.repeat(65_536), contactList: [{ mobile: '07700900123' }] }, ['message']],
    ['a NUL', { message: 'a\0b', contactList: [{ mobile: '07700900123' }] }, ['message']],
    ['no text at all', { contactList: [{ mobile: '07700900123' }] }, ['message']],
    ['an unknown contact', { message: 'a', contactName: 'Nobody' }, ['contactName']],
    ['no recipient', { message: 'a' }, ['contactName']],
    ['a bad number', { message: 'a', contactList: [{ mobile: 'twelve' }] }, ['contactList.0.mobile']],
    [
      'a past due date',
      { message: 'a', contactList: [{ mobile: '07700900123' }], dueDate: '2020-01-01T00:00Z' },
      ['dueDate'],
    ],
    ['an unknown zone', { message: 'a', contactList: [{ mobile: '07700900123' }], zone: 'Mars/Base' }, ['zone']],
    [
      'everything at once',
      { message: '', contactName: 'Nobody', dueDate: 'soon' },
      ['message', 'contactName', 'dueDate'],
    ],
  ])('%s is refused with the field named, and nothing is stored', async (_name, payload, fields) => {
    expect(await refusedFields(payload)).toEqual(fields);
    const { rows } = await server.database.pool.query('select from messages where workspace_id = $1', [
      lane.workspaceId,
    ]);
    expect(rows).toHaveLength(0);
  });

  test('65,535 characters are accepted', async () => {
    expect((await create({ message: 'x'.repeat(65_535) })).status).toBe('pending');
  });

  test('two contacts of one name need a number', async () => {
    await addContact('Ann', '+447700900001');
    await addContact('ann', '+447700900002');
    expect(await refusedFields({ message: 'a', contactName: 'Ann' })).toEqual(['contactName']);
  });

  test('a past due date goes out at once when that was chosen', async () => {
    expect(await create({ dueDate: '2020-01-01T00:00Z', pastDue: 'send-now' })).toMatchObject({ status: 'pending' });
    expect(
      (await claim(server.database.pool, lane.identity, { generation: await lane.lease(), limit: 5 })).messages,
    ).toHaveLength(1);
  });

  test('history is recorded and never sent', async () => {
    for (const status of ['sent', 'failed', 'cancelled']) {
      expect(await create({ status, dueDate: '2020-01-01T00:00Z', retryCount: 2 })).toMatchObject({
        status,
        engineId: null,
      });
    }
    expect(
      (await claim(server.database.pool, lane.identity, { generation: await lane.lease(), limit: 5 })).messages,
    ).toEqual([]);
  });
});

describe('createBatch', () => {
  interface Batch {
    results: { row: number; _id?: string; faults?: FieldFault[] }[];
  }
  const good = { message: 'Hello', contactList: [{ mobile: '07700900123' }], dueDate: '2030-06-01T09:30' };
  const batch = (importId: string, rows: [number, unknown][]) =>
    call<Batch>('POST', '/messages/batch', { importId, rows: rows.map(([row, message]) => ({ row, message })) });

  test('stores the rows that are right, and tells of each other one what is wrong', async () => {
    const { status, body } = await batch(randomUUID(), [
      [2, good],
      [3, { ...good, message: '' }],
      [4, 'not an object'],
      [5, { ...good, contactList: [{ mobile: 'x' }], dueDate: 'y' }],
      [6, good],
      [7, { ...good, retryCount: 'many' }],
    ]);
    expect(status).toBe(200);
    expect(body.results.map((one) => [one.row, one.faults?.map((fault) => fault.field) ?? 'stored'])).toEqual([
      [2, 'stored'],
      [3, ['message']],
      [4, ['']],
      [5, ['contactList.0.mobile', 'dueDate']],
      [6, 'stored'],
      [7, ['retryCount']],
    ]);
    expect(await lane.rows()).toHaveLength(2);
  });

  test('the same import again creates nothing and answers with the same ids; also when both come at once', async () => {
    const importId = randomUUID();
    const rows = Array.from({ length: 50 }, (_, at): [number, unknown] => [at + 2, good]);
    const [first, second] = await Promise.all([batch(importId, rows), batch(importId, rows)]);
    expect(first.body).toEqual(second.body);
    expect((await batch(importId, rows)).body).toEqual(first.body);
    expect(await lane.rows()).toHaveLength(50);
  });

  test('another workspace with the same import id has its own rows', async () => {
    const importId = randomUUID();
    const other = await createLaneFixture(server.database);
    const mine = await batch(importId, [[2, good]]);
    const theirs = await call<Batch>('POST', '/messages/batch', { importId, rows: [{ row: 2, message: good }] }, other);
    expect(theirs.body.results[0]?._id).toEqual(expect.any(String));
    expect(theirs.body.results[0]?._id).not.toBe(mine.body.results[0]?._id);
  });

  test('a row number given twice is a fault of that row', async () => {
    const { body } = await batch(randomUUID(), [
      [2, good],
      [2, good],
    ]);
    expect(body.results.every((one) => one.faults)).toBe(true);
    expect(await lane.rows()).toHaveLength(0);
  });
});

describe('list', () => {
  interface Page {
    data: Message[];
    total: number;
  }
  const list = async (query: Record<string, string>) =>
    (await call<Page>('GET', `/messages?${new URLSearchParams(query)}`)).body;

  test('newest due first, in pages that do not overlap, with the total', async () => {
    for (let day = 1; day <= 5; day += 1) await create({ dueDate: `2030-06-0${day}T09:30`, message: `day ${day}` });
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', skip: '2' });
    expect(first.total).toBe(5);
    expect([...first.data, ...second.data].map((one) => one.message)).toEqual(['day 5', 'day 4', 'day 3', 'day 2']);
  });

  test('equal sort values keep one order over the pages', async () => {
    for (let at = 0; at < 7; at += 1) await create();
    const pages = await Promise.all([0, 3, 6].map((skip) => list({ limit: '3', skip: String(skip), sort: 'status' })));
    expect(new Set(pages.flatMap((one) => one.data.map((message) => message._id))).size).toBe(7);
  });

  test('filters are contains matches without regard to case; % and _ mean themselves', async () => {
    await create({ message: '100% Größe', contactName: 'Ann' });
    await create({ message: '100 percent', contactName: 'Bob' });
    await create({ status: 'failed', contactName: 'Cem', contactList: [{ mobile: '+49 151 12345678' }] });
    const names = async (query: Record<string, string>) =>
      (await list({ sort: 'contactName', ...query })).data.map((one) => one.contactName);
    expect(await names({ message: '0% GRÖ' })).toEqual(['Ann']);
    expect(await names({ message: '_' })).toEqual([]);
    expect(await names({ contactName: 'O' })).toEqual(['Bob']);
    expect(await names({ contactMobile: '+49 151' })).toEqual(['Cem']);
    expect(await names({ search: 'percent' })).toEqual(['Bob']);
    expect(await names({ status: 'failed' })).toEqual(['Cem']);
    expect(await names({ status: 'pending,failed', sort: '-contactName' })).toEqual(['Cem', 'Bob', 'Ann']);
    expect(await names({ status: 'other' })).toEqual([]);
    expect(await names({ search: '\0' })).toHaveLength(3);
  });

  test('an unknown sort or status is refused by name', async () => {
    for (const [field, query] of [
      ['sort', 'sort=password'],
      ['status', 'status=lost'],
    ]) {
      expect(await call<Refusal>('GET', `/messages?${query}`)).toMatchObject({
        status: 422,
        body: { data: { faults: [{ field }] } },
      });
    }
  });
});

describe('change', () => {
  const due = { dueDate: undefined };
  const claimNow = async () => claim(server.database.pool, lane.identity, { generation: await lane.lease(), limit: 5 });

  test('edit: text, recipient and due moment, under the same WhatsApp id', async () => {
    const made = await create();
    const [before] = await lane.rows();
    const edited = await call<Message>('PATCH', `/messages/${made._id}`, {
      version: 1,
      message: 'Changed',
      contactList: [{ mobile: '+447700900999', name: 'Bea' }],
      dueDate: '2031-01-01T10:00',
      zone: 'America/New_York',
    });
    expect(edited.body).toMatchObject({
      message: 'Changed',
      contactName: 'Bea',
      dueDate: '2031-01-01T15:00:00.000Z',
      zone: 'America/New_York',
      version: 2,
    });
    expect((await lane.rows())[0]).toMatchObject({ wa_message_id: before?.wa_message_id, recipient: '+447700900999' });
  });

  test('a wrong edit names its field and changes nothing', async () => {
    const made = await create();
    const answer = await call<Refusal>('PATCH', `/messages/${made._id}`, {
      version: 1,
      message: ' ',
      dueDate: '2020-01-01T00:00',
    });
    expect(answer.body.data.faults.map((one) => one.field)).toEqual(['message', 'dueDate']);
    expect((await call<Message>('GET', `/messages/${made._id}`)).body).toMatchObject({ message: 'Hello', version: 1 });
  });

  test('after a lane has taken it, or someone changed it: too late, with where it stands', async () => {
    const made = await create(due);
    await claimNow();
    const before = await lane.rows();
    const late = { status: 409, body: { code: 'TOO_LATE', data: { status: 'sending', version: 2 } } };
    expect(await call('PATCH', `/messages/${made._id}`, { version: 1, message: 'x' })).toMatchObject(late);
    expect(await call('POST', `/messages/${made._id}/cancel`, { version: 2 })).toMatchObject(late);
    expect(await call('DELETE', `/messages/${made._id}`)).toMatchObject(late);
    expect(await call('POST', `/messages/${made._id}/resolve`, { version: 2, as: 'sent' })).toMatchObject(late);
    expect(await lane.rows()).toEqual(before);
    const other = await create();
    await call('PATCH', `/messages/${other._id}`, { version: 1, message: 'first' });
    expect(await call('PATCH', `/messages/${other._id}`, { version: 1, message: 'second' })).toMatchObject({
      body: { code: 'TOO_LATE', data: { status: 'pending', version: 2 } },
    });
  });

  test('a cancelled message is never claimed; it can then be removed from the lists', async () => {
    const made = await create(due);
    expect((await call<Message>('POST', `/messages/${made._id}/cancel`, { version: 1 })).body).toMatchObject({
      status: 'cancelled',
    });
    expect((await claimNow()).messages).toEqual([]);
    expect((await call('DELETE', `/messages/${made._id}`)).body).toEqual({ _id: made._id });
    expect((await call('GET', `/messages/${made._id}`)).status).toBe(404);
  });

  test('resolve settles a message whose fate is unknown', async () => {
    const made = await create(due);
    const generation = await lane.lease();
    await claim(server.database.pool, lane.identity, { generation, limit: 5 });
    const results = [{ _id: made._id, outcome: { kind: 'unknown' as const, cause: 'lost' } }];
    await report(server.database.pool, lane.identity, { generation, results, acks: [], released: [] });
    const unknown = (await call<Message>('GET', `/messages/${made._id}`)).body;
    expect(unknown).toMatchObject({ status: 'unknown', abilities: { resolve: true } });
    expect(
      (await call<Message>('POST', `/messages/${made._id}/resolve`, { version: unknown.version, as: 'sent' })).body,
    ).toMatchObject({ status: 'sent', ack: 1 });
  });
});

describe('who may', () => {
  const operations = (id: string): [string, string, unknown?][] => [
    ['GET', `/messages/${id}`],
    ['PATCH', `/messages/${id}`, { version: 1, message: 'theirs' }],
    ['POST', `/messages/${id}/cancel`, { version: 1 }],
    ['POST', `/messages/${id}/resolve`, { version: 1, as: 'sent' }],
    ['DELETE', `/messages/${id}`],
  ];

  test('an outsider finds nothing and changes nothing', async () => {
    const outsider = await createLaneFixture(server.database);
    const made = await create();
    const before = await lane.rows();
    for (const [method, path, body] of operations(made._id)) {
      expect((await call(method, path, body, outsider)).status, `${method} ${path}`).toBe(404);
    }
    expect((await call<{ total: number }>('GET', '/messages', undefined, outsider)).body.total).toBe(0);
    expect(await lane.rows()).toEqual(before);
  });

  test('nobody: 401', async () => {
    for (const [method, path, body] of [
      ...operations(randomUUID()),
      ['GET', '/messages'],
      ['POST', '/messages', {}],
    ] as [string, string, unknown?][]) {
      expect((await server.call(method, `/api${path}`, body)).status, `${method} ${path}`).toBe(401);
    }
  });

  test('support mode may look and not touch', async () => {
    const made = await create();
    const seen = await call<Message>('GET', `/messages/${made._id}`, undefined, lane, '.support');
    expect(seen.body.abilities).toEqual({ edit: false, cancel: false, remove: false, resolve: false });
    expect((await call('POST', `/messages/${made._id}/cancel`, { version: 1 }, lane, '.support')).status).toBe(403);
    expect((await lane.rows())[0]?.status).toBe('pending');
  });
});
