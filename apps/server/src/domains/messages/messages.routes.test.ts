import { randomUUID } from 'node:crypto';
import type { FieldFault } from '@switchyard/contracts/errors';
import type { Message } from '@switchyard/contracts/messages/message';
import { describe, expect, test } from 'vitest';
import { createLaneFixture } from '../../../test/lane-fixture.ts';
import { useMessages } from '../../../test/messages-api.ts';

const { rig, call, create } = useMessages();

interface Refusal {
  code: string;
  data: { faults: FieldFault[]; status: string; version: number };
}

describe('list', () => {
  interface Page {
    data: Message[];
    total: number;
  }
  const list = async (query: Record<string, string>) =>
    (await call<Page>('GET', `/messages?${new URLSearchParams(query)}`)).body;

  test('is ordered newest due first, in pages that do not overlap, with the total', async () => {
    for (let day = 1; day <= 5; day += 1) await create({ dueDate: `2030-06-0${day}T09:30`, message: `day ${day}` });
    const first = await list({ limit: '2' });
    const second = await list({ limit: '2', skip: '2' });
    expect(first.total).toBe(5);
    expect([...first.data, ...second.data].map(({ message }) => message)).toEqual(['day 5', 'day 4', 'day 3', 'day 2']);
  });

  test('keeps one order of equal sort values over the pages', async () => {
    for (let at = 0; at < 7; at += 1) await create();
    const pages = await Promise.all([0, 3, 6].map((skip) => list({ limit: '3', skip: String(skip), sort: 'status' })));
    expect(new Set(pages.flatMap((page) => page.data.map((message) => message._id))).size).toBe(7);
  });

  test('filters by contained text, ignoring case; % and _ are literal', async () => {
    await create({ message: '100% Größe', contactName: 'Ann' });
    await create({ message: '100 percent', contactName: 'Bob' });
    await create({ status: 'failed', contactName: 'Cem', contactList: [{ mobile: '+49 151 12345678' }] });
    const names = async (query: Record<string, string>) =>
      (await list({ sort: 'contactName', ...query })).data.map((message) => message.contactName);
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

  test('refuses an unknown sort or status by name', async () => {
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
  const claimNow = async () => rig.lane.claim(await rig.lane.lease());

  test('edit: text, recipient and due moment; new content or a new recipient is another message to WhatsApp', async () => {
    const made = await create();
    const [before] = await rig.lane.rows();
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
    const [after] = await rig.lane.rows();
    expect(after).toMatchObject({
      wa_message_id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
      recipient: '+447700900999',
    });
    expect(after?.wa_message_id).not.toBe(before?.wa_message_id);
    await call<Message>('PATCH', `/messages/${made._id}`, { version: 2, dueDate: '2032-01-01T10:00' });
    expect((await rig.lane.rows())[0]?.wa_message_id).toBe(after?.wa_message_id);
  });

  test('edit: changing text, recipient or quote makes another message to WhatsApp; renaming the same person does not', async () => {
    const made = await create({ contactList: [{ mobile: '+447700900123' }] });
    let version = 1;
    const idAfter = async (change: object) => {
      const edited = await call<Message>('PATCH', `/messages/${made._id}`, { version, ...change });
      expect(edited.status).toBe(200);
      version = edited.body.version;
      return (await rig.lane.rows())[0]?.wa_message_id;
    };
    const first = (await rig.lane.rows())[0]?.wa_message_id;
    const toAnother = await idAfter({ contactList: [{ mobile: '+447700900999' }] });
    const another = await idAfter({ message: 'Changed' });
    const quoting = await idAfter({ quote: { waMessageId: '3EB0AA', from: '+447700900999', text: 'What?' } });
    expect(new Set([first, toAnother, another, quoting]).size).toBe(4);
    expect(await idAfter({ contactName: 'Bea' })).toBe(quoting);
    expect(await idAfter({ zone: 'America/New_York' })).toBe(quoting);
  });

  test('an invalid edit names its field and changes nothing', async () => {
    const made = await create();
    const answer = await call<Refusal>('PATCH', `/messages/${made._id}`, {
      version: 1,
      message: ' ',
      dueDate: '2020-01-01T00:00',
    });
    expect(answer.body.data.faults.map((fault) => fault.field)).toEqual(['message', 'dueDate']);
    expect((await call<Message>('GET', `/messages/${made._id}`)).body).toMatchObject({ message: 'Hello', version: 1 });
  });

  test('too late, with the current status, after a lane has claimed it or somebody changed it', async () => {
    const made = await create(due);
    await claimNow();
    const before = await rig.lane.rows();
    const message = 'It is being sent now. Nothing was changed.';
    const late = { status: 409, body: { code: 'TOO_LATE', message, data: { status: 'sending', version: 2 } } };
    expect(await call('PATCH', `/messages/${made._id}`, { version: 1, message: 'x' })).toMatchObject(late);
    expect(await call('POST', `/messages/${made._id}/cancel`, { version: 2 })).toMatchObject(late);
    expect(await call('DELETE', `/messages/${made._id}`)).toMatchObject(late);
    expect(await call('POST', `/messages/${made._id}/resolve`, { version: 2, as: 'sent' })).toMatchObject(late);
    expect(await rig.lane.rows()).toEqual(before);
    const other = await create();
    await call('PATCH', `/messages/${other._id}`, { version: 1, message: 'first' });
    expect(await call('PATCH', `/messages/${other._id}`, { version: 1, message: 'second' })).toMatchObject({
      body: { code: 'TOO_LATE', message: 'It has already changed.', data: { status: 'pending', version: 2 } },
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

  test('resolve settles a message with an unknown outcome', async () => {
    const made = await create(due);
    const generation = await rig.lane.lease();
    await rig.lane.claim(generation);
    const results = [{ _id: made._id, outcome: { kind: 'unknown' as const, cause: 'lost' } }];
    await rig.lane.report(generation, { results });
    const unknown = (await call<Message>('GET', `/messages/${made._id}`)).body;
    expect(unknown).toMatchObject({ status: 'unknown', abilities: { resolve: true } });
    expect(
      (await call<Message>('POST', `/messages/${made._id}/resolve`, { version: unknown.version, as: 'sent' })).body,
    ).toMatchObject({ status: 'sent', ack: 1 });
  });

  test('an undelivered message is resent as a new one with its own id, and not while its engine still tries', async () => {
    const made = await create(due);
    const generation = await rig.lane.lease();
    await rig.lane.claim(generation);
    const again = { version: 2, as: 'again' };
    expect(await call('POST', `/messages/${made._id}/resolve`, again)).toMatchObject({ status: 409 });
    expect(await rig.lane.rows()).toHaveLength(1);
    const results = [{ _id: made._id, outcome: { kind: 'unknown' as const, cause: 'lost' } }];
    await rig.lane.report(generation, { results });
    expect(await call('POST', `/messages/${made._id}/resolve`, { ...again, version: 3 })).toMatchObject({
      body: { status: 'failed' },
    });
    const [first, second] = await rig.lane.rows();
    expect(second).toMatchObject({ status: 'pending', recipient: first?.recipient });
    expect(second?.wa_message_id).not.toBe(first?.wa_message_id);
    expect((await rig.lane.claim(generation)).messages).toMatchObject([
      { _id: second?.id, body: { text: made.message } },
    ]);
  });
});

describe('permissions', () => {
  const operations = (id: string): [string, string, unknown?][] => [
    ['GET', `/messages/${id}`],
    ['PATCH', `/messages/${id}`, { version: 1, message: 'theirs' }],
    ['POST', `/messages/${id}/cancel`, { version: 1 }],
    ['POST', `/messages/${id}/restore`, { version: 1 }],
    ['POST', `/messages/${id}/resend`, { version: 1 }],
    ['POST', `/messages/${id}/resolve`, { version: 1, as: 'sent' }],
    ['DELETE', `/messages/${id}`],
  ];

  test('an outsider finds and changes nothing', async () => {
    const outsider = await createLaneFixture(rig.server.database);
    const made = await create();
    const before = await rig.lane.rows();
    for (const [method, path, body] of operations(made._id)) {
      expect((await call(method, path, body, outsider)).status, `${method} ${path}`).toBe(404);
    }
    expect((await call<{ total: number }>('GET', '/messages', undefined, outsider)).body.total).toBe(0);
    expect(await rig.lane.rows()).toEqual(before);
  });

  test('nobody: 401', async () => {
    for (const [method, path, body] of [
      ...operations(randomUUID()),
      ['GET', '/messages'],
      ['POST', '/messages', {}],
    ] as [string, string, unknown?][]) {
      expect((await rig.server.call(method, `/api${path}`, body)).status, `${method} ${path}`).toBe(401);
    }
  });

  test('support mode is read-only', async () => {
    const made = await create();
    const seen = await call<Message>('GET', `/messages/${made._id}`, undefined, rig.lane, '.support');
    expect(Object.values(seen.body.abilities)).not.toContain(true);
    expect((await call('POST', `/messages/${made._id}/cancel`, { version: 1 }, rig.lane, '.support')).status).toBe(403);
    expect((await rig.lane.rows())[0]?.status).toBe('pending');
  });
});
