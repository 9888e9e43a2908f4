import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../../../../test/act.ts';
import { createLaneFixture, type LaneFixture } from '../../../../test/lane-fixture.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../../../platform/database/database.ts';
import { fillMessageTexts } from './fill-message-texts.ts';
import { listMessages } from './list-messages.ts';
import type { MessagesQuery } from './message-filter.ts';

let database: Database;
let drop: () => Promise<void>;
let lane: LaneFixture;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
  lane = await createLaneFixture(database);
  await addDifferent(lane, 300);
});
afterAll(() => drop());

const run = (text: string, ...values: unknown[]) => database.pool.query(text, values);

/** Messages that differ in everything a list filters and sorts by. */
async function addDifferent({ workspaceId }: LaneFixture, count: number): Promise<void> {
  await run(
    `insert into messages (id, workspace_id, contact_name, contact_list, recipient, body, status, due_at, due_local, zone, claimable_at, wa_message_id, campaign_id, sent_with,
       is_recurring, sent_at, send_failure_reason, retry_count, updated_at)
     select uuidv7(), $1::uuid, (array['Ann', 'émile', 'Émile', 'ΟΔΟΣ', 'zoe 100%'])[1 + n % 5], '[]', '+44770090' || lpad((n % 37)::text, 4, '0'),
       (array['Größe', 'a_b', 'tomorrow at 9:30', '日本語', 'T'])[1 + n % 5] || ' ' || n % 23, (array['pending', 'sent', 'failed', 'cancelled', 'sending', 'sent', 'failed', 'cancelled'])[1 + n % 8],
       timestamptz '2030-01-01' + n % 50 * interval '1 hour', '2030-01-01T' || lpad((n % 24)::text, 2, '0') || ':00', 'UTC', now(), 'WA' || n || $1::uuid,
       case when n % 3 > 0 then 'Campaign ' || n % 7 end, case when n % 9 = 0 then 'import' else 'whatsapp' end, n % 4 = 0,
       case when n % 4 = 1 then now() - n * interval '1 minute' end, case when n % 4 = 2 then 'Timed out' end, n % 3,
       now() - n % 11 * interval '1 minute'
     from generate_series(1, $2::int) n`,
    workspaceId,
    count,
  );
}

const fillAll = async () => {
  while ((await fillMessageTexts(database.pool, 100)) > 0);
};

const FILTERS: [query: Partial<MessagesQuery>, where: string][] = [
  [{}, 'true'],
  [{ message: 'GRÖSSE' }, `false`],
  [{ message: 'GRÖßE 1' }, `body ilike '%größe 1%' or body like '%Größe 1%'`],
  [{ message: '_' }, `body like '%\\_%'`],
  [{ recipients: '+447700900001,+447700900005' }, `recipient in ('+447700900001', '+447700900005')`],
  [
    { recipients: '+447700900003', search: 'ann', status: 'sent' },
    `recipient like '%3' and recipient like '+447700900003' and contact_name = 'Ann' and status = 'sent'`,
  ],
  [{ message: '本' }, `body like '%本%'`],
  [{ contactName: 'É' }, `contact_name like '%mile'`],
  [{ contactName: '0%', status: 'sent' }, `contact_name like '%0\\%%' and status = 'sent'`],
  [{ contactMobile: '+44 7700-9000 1' }, `recipient like '%+4477009000%1%' and recipient like '+44770090001%'`],
  [{ search: 'an' }, `contact_name like 'An%'`],
  [{ search: '3' }, `body like '%3%' or recipient like '%3%'`],
  [{ search: 'nowhere to be found' }, 'false'],
  [{ sentWith: 'IMP', campaignId: 'gn 3' }, `sent_with = 'import' and campaign_id = 'Campaign 3'`],
  [{ status: 'failed', sendFailureReason: 'TIMED' }, `status = 'failed'`],
  [{ status: 'pending,sending' }, `status in ('pending', 'sending')`],
];
const SORTS: [sort: string, key: string][] = [
  ['dueDate', 'due_at'],
  ['status', 'status, due_at'],
  ['contactName', 'lower(contact_name collate "und-x-icu")'],
  ['contactMobile', 'recipient'],
  ['message', 'lower(body collate "und-x-icu")'],
  ['campaignId', 'lower(campaign_id collate "und-x-icu")'],
  ['isRecurring', 'is_recurring'],
  ['dueTime', 'substr(due_local, 12)'],
  ['updatedAt', 'updated_at, due_at'],
  ['sentAt', 'sent_at, due_at'],
  ['retryCount', 'retry_count, due_at'],
  ['sendFailureReason', 'lower(send_failure_reason collate "und-x-icu"), due_at'],
];

/**
 * Requests every page from both ends, with every filter and sort, and compares with plain SQL.
 * @param turn each filter and sort in one direction, and with the other turn in the other: half the queries; undefined:
 *   both
 */
async function expectPlainAnswers(filters = FILTERS, sorts = SORTS, turn?: 0 | 1): Promise<void> {
  const ids = async (query: MessagesQuery) => {
    const { rows, total, totalIsExact } = await listMessages(database.db, memberOf(lane), query);
    return { ids: rows.map(({ id }) => id), total, totalIsExact };
  };
  const directions = ['asc', 'desc'];
  for (const [row, [filter, where]] of filters.entries()) {
    for (const [column, [sort, key]] of sorts.entries()) {
      const ofTurn = turn === undefined ? directions : [directions[(row + column + turn) % 2]];
      for (const direction of ofTurn) {
        const by = [...key.split(/, (?=[a-z_]+$)/), 'id']
          .map((column) => `${column} ${direction} nulls last`)
          .join(', ');
        const plain = await run(
          `select id from messages where workspace_id = $1 and not deleted and (${where}) order by ${by}`,
          lane.workspaceId,
        );
        const all = plain.rows.map(({ id }) => id as string);
        const query = { ...filter, sort: direction === 'asc' ? sort : `-${sort}`, limit: 40 };
        const name = JSON.stringify(query);
        const exact = { total: all.length, totalIsExact: true };
        expect(await ids({ ...query, skip: 0 }), name).toEqual({ ids: all.slice(0, 40), ...exact });
        expect(await ids({ ...query, skip: 80 }), name).toEqual({ ids: all.slice(80, 120), ...exact });
        expect(await ids({ ...query, skip: 0, fromEnd: true }), name).toEqual({ ids: all.slice(-40), ...exact });
      }
    }
  }
}

test('lists equal plain SQL before texts are written', async () => {
  await expectPlainAnswers(FILTERS.slice(0, 6), SORTS.slice(0, 6));
});

test('lists equal plain SQL afterwards, with messages changed, removed and added since', async () => {
  await fillAll();
  await expectPlainAnswers(FILTERS, SORTS, 0);
  await run(
    `update messages set body = 'Größe 1 again', contact_name = 'Émile' where id in (select id from messages order by id limit 7)`,
  );
  await run(`update messages set deleted = true where id in (select id from messages order by id offset 20 limit 5)`);
  await run(`delete from messages where id in (select id from messages order by id offset 30 limit 5)`);
  await addDifferent(await createLaneFixture(database), 40);
  await expectPlainAnswers(FILTERS, SORTS, 1);
  await fillAll();
  await expectPlainAnswers(FILTERS, SORTS.slice(2, 6), 0);
  const left = await run(
    'select from message_texts t where not exists (select from messages m where m.id = t.message_id and not m.deleted)',
  );
  expect(left.rowCount).toBe(0);
});

test('more than 10,000 are counted only on request, and the last page is reachable anyway', async () => {
  const many = await createLaneFixture(database);
  await many.addMany(10_050, { due: `timestamptz '2031-01-01'` });
  const list = (query: Partial<MessagesQuery>) =>
    listMessages(database.db, memberOf(many), { limit: 20, skip: 0, sort: 'dueDate', ...query });
  const plain = (await many.rows()).map(({ id }) => id);
  const check = async (filter: Partial<MessagesQuery>) => {
    const first = await list(filter);
    expect({ ...first, rows: first.rows.map(({ id }) => id) }).toEqual({
      rows: plain.slice(0, 20),
      total: 10_000,
      totalIsExact: false,
    });
    const last = await list({ ...filter, fromEnd: true, skip: 20 });
    expect(last.rows.map(({ id }) => id)).toEqual(plain.slice(-40, -20));
    expect((await list({ ...filter, skip: 10_040 })).rows.map(({ id }) => id)).toEqual(plain.slice(10_040));
    expect(await list({ ...filter, exactTotal: true })).toMatchObject({ total: 10_050, totalIsExact: true });
  };
  await check({});
  await check({ message: 'Hello' });
  await fillAll();
  await check({ message: 'Hello' });
  const byName = await list({ message: 'ell', sort: 'contactMobile', fromEnd: true });
  const mobiles = (await many.rows()).map(({ recipient }) => recipient).sort();
  expect(byName.rows.map(({ recipient }) => recipient)).toEqual(mobiles.slice(-20));
});

test.each([
  ['plain', {}],
  ['filtered', { search: 'Größe' }],
])(
  'all are read page by page, %s, none twice and none left out, while others leave the filter',
  async (_name, filter) => {
    const rowsOf = async (query: Partial<MessagesQuery>) => {
      const input = { ...filter, status: 'sent,failed', sort: 'createdAt', limit: 7, skip: 0, ...query };
      return (await listMessages(database.db, memberOf(lane), input)).rows.map(({ id }) => id);
    };
    const all = await rowsOf({ limit: 500 });
    expect(all.length).toBeGreaterThan(20);
    const read: string[] = [];
    for (let page = await rowsOf({}); page.length > 0; page = await rowsOf({ after: page.at(-1) })) {
      read.push(...page);
      // A message that was read already matches no more.
      await run(`update messages set status = 'cancelled' where id = $1`, page[0] ?? '');
    }
    expect(read).toEqual(all);
    await run(`update messages set status = 'sent' where id = any ($1) and status = 'cancelled'`, all);
  },
);

test('nothing is listed after a message of another workspace', async () => {
  const theirs = await createLaneFixture(database);
  await addDifferent(theirs, 3);
  const { rows } = await run('select id from messages where workspace_id = $1 limit 1', theirs.workspaceId);
  const query = { sort: 'createdAt', limit: 5, skip: 0, after: rows[0]?.id };
  await expect(listMessages(database.db, memberOf(lane), query)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
