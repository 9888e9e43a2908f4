import { randomUUID } from 'node:crypto';
import type { FieldFault } from '@switchyard/contracts/errors';
import { topics } from '@switchyard/contracts/live/topics';
import type { Message } from '@switchyard/contracts/messages/message';
import { describe, expect, test } from 'vitest';
import { createLaneFixture } from '../../../../test/lane-fixture.ts';
import { useMessages } from '../../../../test/messages-api.ts';

const { rig, call, create } = useMessages();

const refusedFields = async (payload: object) => {
  const answer = await call<{ data: { faults: FieldFault[] } }>('POST', '/messages', payload);
  expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID' } });
  return answer.body.data.faults.map((fault) => fault.field);
};
const addContact = (name: string, mobile: string) =>
  rig.server.database.pool.query(
    `insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, $2, $3)`,
    [rig.lane.workspaceId, name, mobile],
  );

describe('create', () => {
  test('accepts the payload of the specification and returns the entity', async () => {
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
      origin: 'web',
      contactName: 'Ann Lee',
      contactList: [{ mobile: '+447700900123', firstName: 'Ann' }],
      status: 'pending',
      ack: 0,
      dueDate: '2030-06-01T08:30:00.000Z',
      dueLocal: '2030-06-01T09:30',
      dueTime: '09:30',
      zone: 'Europe/London',
      engineId: rig.lane.engineId,
      verifyContact: true,
      version: 1,
      abilities: { edit: true, cancel: true, restore: false, resend: false, remove: false, resolve: false },
    });
    const [row] = await rig.lane.rows();
    expect(row?.wa_message_id).toMatch(/^3EB0[0-9A-F]{18}$/);
  });

  test('without a due date sends now, and pokes the lane', async () => {
    const poked = new Promise<void>((resolve) => {
      const end = rig.server.platform.broker.subscribe(topics.enginePoke(rig.lane.engineId), () => {
        end();
        resolve();
      });
    });
    const before = Date.now();
    const made = await create({ dueDate: undefined });
    expect(Math.abs(Date.parse(made.dueDate) - before)).toBeLessThan(5_000);
    await poked;
    expect((await rig.lane.claim(await rig.lane.lease())).messages).toHaveLength(1);
  });

  describe('with an idempotency key', () => {
    const hello = { message: 'Hello', contactList: [{ mobile: '07700900123' }] };
    const send = (idempotencyKey: string, message: object = hello, by = rig.lane) =>
      call<Message>('POST', '/messages', { ...message, idempotencyKey }, by);

    test('makes one message, however often and concurrently it is requested', async () => {
      const key = randomUUID();
      const [first, second] = await Promise.all([send(key), send(key)]);
      const third = await send(key, { ...hello, message: 'Something else' });
      expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
      expect(new Set([first, second, third].map(({ body }) => body._id)).size).toBe(1);
      expect(third.body.message).toBe('Hello');
      expect(await rig.lane.rows()).toHaveLength(1);
    });

    test('makes another for another key, and after a refusal', async () => {
      const key = randomUUID();
      expect((await send(key, { ...hello, message: '' })).status).toBe(422);
      const made = await send(key);
      expect(made.body.message).toBe('Hello');
      expect((await send(randomUUID())).body._id).not.toBe(made.body._id);
      expect(await rig.lane.rows()).toHaveLength(2);
      const other = await createLaneFixture(rig.server.database);
      expect((await send(key, hello, other)).body._id).not.toBe(made.body._id);
      expect(await other.rows()).toHaveLength(1);
    });

    test('starts one series', async () => {
      const key = randomUUID();
      const monthly = { ...hello, dueDate: '2030-06-01T09:30', recurrence: { rule: 'FREQ=MONTHLY' } };
      const [first, second] = [await send(key, monthly), await send(key, monthly)];
      expect(first).toMatchObject({ status: 201, body: { seriesId: expect.any(String) } });
      expect(second.body).toMatchObject({ _id: first.body._id, seriesId: first.body.seriesId });
    });
  });

  test('finds the recipient by a contact’s name, ignoring case', async () => {
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
    const { rows } = await rig.server.database.pool.query('select from messages where workspace_id = $1', [
      rig.lane.workspaceId,
    ]);
    expect(rows).toHaveLength(0);
  });

  test('accepts 65,535 characters', async () => {
    expect((await create({ message: 'x'.repeat(65_535) })).status).toBe('pending');
  });

  test('requires a number if two contacts share a name', async () => {
    await addContact('Ann', '+447700900001');
    await addContact('ann', '+447700900002');
    expect(await refusedFields({ message: 'a', contactName: 'Ann' })).toEqual(['contactName']);
  });

  test('sends a past due date at once if requested', async () => {
    expect(await create({ dueDate: '2020-01-01T00:00Z', pastDue: 'send-now' })).toMatchObject({ status: 'pending' });
    expect((await rig.lane.claim(await rig.lane.lease())).messages).toHaveLength(1);
  });

  test('records history and never sends it', async () => {
    for (const status of ['sent', 'failed', 'cancelled']) {
      expect(await create({ status, dueDate: '2020-01-01T00:00Z', retryCount: 2 })).toMatchObject({
        status,
        engineId: null,
      });
    }
    expect((await rig.lane.claim(await rig.lane.lease())).messages).toEqual([]);
  });
});

describe('createBatch', () => {
  interface Batch {
    results: { row: number; _id?: string; faults?: FieldFault[] }[];
  }
  const good = { message: 'Hello', contactList: [{ mobile: '07700900123' }], dueDate: '2030-06-01T09:30' };
  const batch = (importId: string, rows: [number, unknown][]) =>
    call<Batch>('POST', '/messages/batch', { importId, rows: rows.map(([row, message]) => ({ row, message })) });

  test('stores valid rows, and reports the faults of the others', async () => {
    const { status, body } = await batch(randomUUID(), [
      [2, good],
      [3, { ...good, message: '' }],
      [4, 'not an object'],
      [5, { ...good, contactList: [{ mobile: 'x' }], dueDate: 'y' }],
      [6, good],
      [7, { ...good, retryCount: 'many' }],
    ]);
    expect(status).toBe(200);
    expect(body.results.map((result) => [result.row, result.faults?.map((fault) => fault.field) ?? 'stored'])).toEqual([
      [2, 'stored'],
      [3, ['message']],
      [4, ['']],
      [5, ['contactList.0.mobile', 'dueDate']],
      [6, 'stored'],
      [7, ['retryCount']],
    ]);
    expect(await rig.lane.rows()).toHaveLength(2);
    const stored = await call<Message>('GET', `/messages/${body.results[0]?._id}`);
    expect(stored.body.origin).toBe('import');
  });

  test('creates nothing for a repeated import and returns the same ids, also concurrently', async () => {
    const importId = randomUUID();
    const rows = Array.from({ length: 50 }, (_, at): [number, unknown] => [at + 2, good]);
    const [first, second] = await Promise.all([batch(importId, rows), batch(importId, rows)]);
    expect(first.body).toEqual(second.body);
    expect((await batch(importId, rows)).body).toEqual(first.body);
    expect(await rig.lane.rows()).toHaveLength(50);
  });

  test('keeps rows of another workspace with the same import id apart', async () => {
    const importId = randomUUID();
    const other = await createLaneFixture(rig.server.database);
    const mine = await batch(importId, [[2, good]]);
    const input = { importId, rows: [{ row: 2, message: good }] };
    const othersBatch = await call<Batch>('POST', '/messages/batch', input, other);
    expect(othersBatch.body.results[0]?._id).toEqual(expect.any(String));
    expect(othersBatch.body.results[0]?._id).not.toBe(mine.body.results[0]?._id);
  });

  test('reports a duplicate row number as a fault of that row', async () => {
    const { body } = await batch(randomUUID(), [
      [2, good],
      [2, good],
    ]);
    expect(body.results.every((result) => result.faults)).toBe(true);
    expect(await rig.lane.rows()).toHaveLength(0);
  });
});
