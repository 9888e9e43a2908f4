import { randomUUID } from 'node:crypto';
import type { MessageImport } from '@switchyard/contracts/messages/import';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorByHeader } from '../../../../test/actor-by-header.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { type MessagesApi, messagesApi } from '../../../../test/messages-api.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { newId } from '../../../platform/database/columns.ts';
import { enginesDomain } from '../../engines/index.ts';
import { messagesDomain } from '../index.ts';

let server: TestServer;
let lane: LaneFixture;
let call: MessagesApi['call'];
beforeAll(async () => {
  const domains = [actorByHeader, enginesDomain, messagesDomain];
  server = await startTestServer({ domains, config: { rateLimitPerMinute: 0 } });
});
beforeEach(async () => {
  lane = await createLaneFixture(server.database, 'Europe/London');
  ({ call } = messagesApi(server, lane));
});
afterAll(() => server.stop());

const run = (text: string, ...values: unknown[]) => server.database.pool.query(text, values);
const row = (number: number, message: object = {}) => ({
  row: number,
  message: {
    message: `Reminder ${number}`,
    contactList: [{ mobile: '+447700900123' }],
    dueDate: '2030-06-01T09:30',
    ...message,
  },
});
const bring = async (rows: object[], importId = newId()) => {
  const answer = await call('POST', '/messages/batch', { importId, rows });
  expect(answer.status).toBe(200);
  return importId;
};
const repeats = async (rows: object[]) =>
  (await call<{ rows: number[] }>('POST', '/messages/imports/repeats', { rows })).body.rows;
const check = (body: object) =>
  call<{ faults: { at: number; faults: { message: string }[] }[]; mayRepeat: boolean }>(
    'POST',
    '/messages/imports/check',
    body,
  ).then(({ body }) => body);

describe('before an import', () => {
  test('reports unreachable recipients by position, with the texts of the import itself', async () => {
    await run(
      `insert into contacts (id, workspace_id, name, mobile) values (uuidv7(), $1, 'Ann', '+447700900001'),
       (uuidv7(), $1, 'Bo', '+447700900002'), (uuidv7(), $1, 'Bo', '+447700900003')`,
      lane.workspaceId,
    );
    const recipients = [
      { contactName: 'Ann', contactList: [] },
      { contactName: 'O’Neil “Bob” Jr.', contactList: [] },
      { contactName: 'bo', contactList: [] },
      { contactList: [{ mobile: '+44123' }] },
      { contactList: [{ mobile: '07700 900123' }] },
      { contactName: 'x'.repeat(300), contactList: [] },
    ];
    // A bare number is read like one in a list.
    const alone = await check({ recipients: ['+44123', '07700 900123', '12036300000000001@g.us'] });
    expect(alone.faults.map(({ at }) => at)).toEqual([0, 2]);
    const { faults } = await check({ recipients });
    expect(faults.map(({ at }) => at)).toEqual([1, 2, 3, 5]);
    expect(faults[0]?.faults[0]?.message).toContain('No contact is named "O’Neil “Bob” Jr."');
    const stored = await call<{ results: { faults?: { message: string }[] }[] }>('POST', '/messages/batch', {
      importId: newId(),
      rows: recipients.map((recipient, at) => ({ row: at + 2, message: { message: 'Hi', ...recipient } })),
    });
    const refused = stored.body.results.flatMap((result, at) => (result.faults ? [{ at, faults: result.faults }] : []));
    expect(refused).toEqual(faults);
  });

  test('tells whether rows can repeat earlier ones', async () => {
    const due = { from: '2030-06-01T00:00:00Z', to: '2030-06-02T00:00:00Z' };
    expect((await check({ recipients: [], due })).mayRepeat).toBe(false);
    await bring([row(2)]);
    expect((await check({ recipients: [], due })).mayRepeat).toBe(true);
    const other = { from: '2030-06-02T00:00:00Z', to: '2030-06-03T00:00:00Z' };
    expect((await check({ recipients: [], due: other })).mayRepeat).toBe(false);
  });
});

describe('rows of an earlier import', () => {
  test('are recognised by recipient, text and due moment, however written', async () => {
    await bring([row(2), row(3)]);
    const again = [
      row(2),
      row(5, { message: 'Reminder 3', dueDate: '2030-06-01T08:30:00Z', contactList: [{ mobile: '07700 900123' }] }),
      row(6),
      row(7, { message: 'Reminder 2', dueDate: '2030-06-01T09:31' }),
      row(8, { message: 'Reminder 2', contactList: [{ mobile: '+447700900124' }] }),
    ];
    expect(await repeats(again)).toEqual([2, 5]);
  });

  test('match rows without a date if they were sent at once', async () => {
    const undated = row(2, { dueDate: undefined });
    expect(await repeats([undated])).toEqual([]);
    await bring([undated]);
    expect(await repeats([undated, row(3, { message: 'Reminder 2' })])).toEqual([2]);
  });

  test("may be imported again if they failed or were withdrawn, and messages from elsewhere don't count", async () => {
    const first = await bring([row(2), row(3)]);
    await run(`update messages set status = 'failed' where import_id = $1 and import_row = 2`, first);
    await call('POST', `/messages/imports/${first}/withdraw`, {});
    await call('POST', '/messages', row(4).message);
    expect(await repeats([row(2), row(3), row(4)])).toEqual([]);
  });
});

describe('withdrawing an import', () => {
  test('cancels what has not been sent, by the import’s id, with exact counts and one audit entry', async () => {
    const other = await bring([row(2, { message: 'Another file' })]);
    const importId = await bring([row(2), row(3), row(4), row(5, { status: 'sent' })]);
    await run(`update messages set status = 'sent' where import_id = $1 and import_row = 2`, importId);
    const answer = await call<object>('POST', `/messages/imports/${importId}/withdraw`, {});
    expect(answer.body).toEqual({ changed: 2, left: [{ why: 'sent', count: 2 }] });
    const { rows } = await run(
      'select import_id, status, count(*)::int as count from messages where workspace_id = $1 group by 1, 2 order by 3 desc, 2',
      lane.workspaceId,
    );
    expect(rows).toEqual([
      { import_id: importId, status: 'cancelled', count: 2 },
      { import_id: importId, status: 'sent', count: 2 },
      { import_id: other, status: 'pending', count: 1 },
    ]);
    const audit = await run(
      `select subject, details from audit_entries where action = 'message.import-withdraw' and workspace_id = $1`,
      lane.workspaceId,
    );
    expect(audit.rows).toMatchObject([{ subject: importId, details: { changed: 2 } }]);
    expect((await call<object>('POST', `/messages/imports/${importId}/withdraw`, {})).body).toMatchObject({
      changed: 0,
    });
  });

  test('includes retries of its failed rows, however often', async () => {
    const importId = await bring([row(2)]);
    await run(`update messages set status = 'failed' where import_id = $1`, importId);
    for (const times of [1, 2]) {
      const { rows } = await run(
        `select id from messages where workspace_id = $1 and status = 'failed'`,
        lane.workspaceId,
      );
      expect(rows).toHaveLength(times);
      await call('POST', '/messages/bulk/retry', { selection: { ids: rows.map(({ id }) => id) } });
      if (times === 1) await run(`update messages set status = 'failed' where workspace_id = $1`, lane.workspaceId);
    }
    expect((await call<object>('POST', `/messages/imports/${importId}/withdraw`, {})).body).toMatchObject({
      changed: 1,
    });
    const { rows } = await run(`select status from messages where workspace_id = $1 order by id`, lane.workspaceId);
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'cancelled']);
  });

  test('is refused to those who cannot see it', async () => {
    const importId = await bring([row(2)]);
    const stranger = await createLaneFixture(server.database);
    expect((await call('POST', `/messages/imports/${importId}/withdraw`, {}, stranger)).status).toBe(404);
    expect((await call('POST', `/messages/imports/${randomUUID()}/withdraw`, {})).status).toBe(404);
  });

  test('sends or withdraws a message claimed at the same moment, never both', async () => {
    const importId = await bring(
      Array.from({ length: 300 }, (_, at) =>
        row(at + 2, { dueDate: undefined, contactList: [{ mobile: `+4477009${10_000 + at}` }] }),
      ),
    );
    const generation = await lane.lease();
    const [claimed, undone] = await Promise.all([
      lane.claim(generation),
      call<{ changed: number; left: { why: string; count: number }[] }>(
        'POST',
        `/messages/imports/${importId}/withdraw`,
        {},
      ),
    ]);
    const sending = claimed.messages.length;
    expect(undone.body.changed + sending).toBe(300);
    expect(undone.body.left).toEqual(sending > 0 ? [{ why: 'sending', count: sending }] : []);
  });
});

test('imports are listed newest first, with the status of their rows', async () => {
  const first = await bring([row(2), row(3)]);
  const second = await bring([row(2)]);
  await run(`update messages set status = 'sent' where import_id = $1 and import_row = 2`, first);
  const page = await call<{ data: MessageImport[]; total: number }>('GET', '/messages/imports?limit=1');
  expect(page.body).toMatchObject({ total: 2, data: [{ _id: second, total: 1, withdrawable: 1 }] });
  const next = await call<{ data: MessageImport[] }>('GET', '/messages/imports?limit=1&skip=1');
  expect(next.body.data).toMatchObject([{ _id: first, total: 2, withdrawable: 1 }]);
  const filtered = await call<{ total: number }>('GET', `/messages?importId=${first}`);
  expect(filtered.body.total).toBe(2);
});
