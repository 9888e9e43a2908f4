import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ZodType, z } from 'zod';
import { callTool } from '../../src/platform/call-tool.ts';
import { ask, type SentRequest } from './ask.ts';
import { OPERATIONS, ROUTES } from './expectations.ts';
import { type Fixture, headersOf } from './fixture.ts';
import { operations, requestOf } from './operations.ts';
import { createWorld, type World } from './world.ts';
import { OTHER_COLUMNS, WORD, WRITTEN } from './written-columns.ts';

// Without the owners' consent, support reads nothing that people wrote, and cannot find out whether a word occurs in
// it.

/** Occurs nowhere. */
const NO_WORD = 'albatross';

let world: World;
let seeded = '';
beforeAll(async () => {
  world = await createWorld();
  seeded = Object.entries(WRITTEN)
    .map(([column, value]) => {
      const [table, name] = column.split('.');
      return `update ${table} set ${name} = ${value};`;
    })
    .join('\n');
});
afterEach(() => world.saved.restore());
afterAll(() => world?.stop());

const reading = [...operations].filter(([, { meta }]) => meta.effect === 'read' && meta.guard !== 'public');
const rowOf = (name: string) => OPERATIONS[name] as (typeof OPERATIONS)[string];

/** Restores a state without consent, prepares the row, and puts the word into every written text. */
async function prepare(given?: (fixture: Fixture) => string): Promise<void> {
  const { pool } = world.server.database;
  await pool.query(`delete from support_consents; ${given?.(world.fixture) ?? ''}; ${seeded}`);
}

const asSupport = (request: SentRequest) =>
  ask(world.server.url, { ...request, headers: { ...request.headers, ...headersOf(world.fixture, 'support') } });

test('every text column is classified as written by people or not', async () => {
  const { rows } = await world.server.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and data_type in ('text', 'jsonb', 'json', 'ARRAY', 'tsvector', 'character varying') order by 1`,
  );
  const known = Object.entries(OTHER_COLUMNS).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect([...known, ...Object.keys(WRITTEN)].sort()).toEqual(rows.map(({ name }) => name).sort());
});

test.each(reading)('%s', async (name, { inputSchema }) => {
  const { example, given } = rowOf(name);
  const input = example(world.fixture) as Record<string, unknown>;
  await prepare(given);
  const answers = new Map<string, { status: number; text: string }>();
  const answerTo = async (words: Record<string, unknown>) => {
    const answered = await asSupport(requestOf(name, { ...input, ...words }));
    answers.set(JSON.stringify(words), answered);
    return answered;
  };
  await answerTo({});
  for (const field of fieldsOfText(inputSchema)) {
    const [found, missed] = [await answerTo({ [field]: WORD }), await answerTo({ [field]: NO_WORD })];
    expect(comparable(found), `${field} tells whether a word occurs`).toEqual(comparable(missed));
    answers.delete(JSON.stringify({ [field]: WORD }));
  }
  for (const [asked, { text }] of answers) expect(text, asked).not.toContain(WORD);
});

/** A response without the searched word, request id and times. */
const comparable = ({ status = 200, text }: { status?: number; text: string }) => ({
  status,
  text: text
    .replaceAll(WORD, NO_WORD)
    .replaceAll(/"(requestId|conversationId|messageId)":"[^"]*"/g, '')
    .replaceAll(/\d\d-\d\dT[\d:.]+Z/g, ''),
});

/** Fields that accept arbitrary text. */
function fieldsOfText(schema: ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, ZodType>)
    .filter(([, field]) => field.safeParse(WORD).success)
    .map(([name]) => name);
}

test.each(
  ROUTES.filter(({ operation, route }) => operation?.effect === 'read' && !route.includes('cluster')).map(
    (row) => [`${row.route} ${row.asks ?? ''}`, row] as const,
  ),
)('%s', async (_name, row) => {
  await prepare(row.given);
  const given = row.route.split(' ')[0] ?? '';
  const { method = given, ...asked } = row.example(world.fixture);
  expect((await asSupport({ method, ...asked })).text).not.toContain(WORD);
});

test('tools that read', async () => {
  await prepare(rowOf('messages.listSeries').given);
  const actor = await world.server.platform.resolveActor(new Headers(headersOf(world.fixture, 'support')));
  if (!actor) throw new Error('nobody');
  for (const { name, effect, input } of world.server.platform.tools.values()) {
    if (effect !== 'read') continue;
    const call = async (words: object) => JSON.stringify(await callTool(world.server.platform, actor, name, words));
    const required = name === 'draft_campaign' ? { variants: [`Hi {${WORD}|you}`] } : { id: world.fixture.ours.sentId };
    const args = input.safeParse(required).success ? required : {};
    // A draft's own variable is part of the answer: it repeats the request, not what is stored.
    const echoed = [`{${WORD}`, `"variable":"${WORD}"`];
    const answer = echoed.reduce((text, echo) => text.replaceAll(echo, ''), await call(args));
    expect(answer, name).not.toContain(WORD);
    for (const field of fieldsOfText(input)) {
      const [found, missed] = [await call({ ...args, [field]: WORD }), await call({ ...args, [field]: NO_WORD })];
      expect(comparable({ text: found }), `${name}: ${field}`).toEqual(comparable({ text: missed }));
    }
  }
});

test.each([
  'show pending messages',
  'show failed messages',
  `show messages with ${WORD}`,
  'list recurring messages',
  'show my chats',
  'why was it not sent',
])('the assistant: %s', async (message) => {
  await prepare(rowOf('messages.listSeries').given);
  const answer = (words: string) =>
    asSupport({ method: 'POST', path: '/btgpt', body: { message: words, stream: false } });
  const answered = await answer(message);
  if (!message.includes(WORD)) expect(answered.text).not.toContain(WORD);
  // Each in its own conversation, since earlier results affect how the next words are read.
  await world.saved.restore();
  await prepare(rowOf('messages.listSeries').given);
  expect(comparable(answered)).toEqual(comparable(await answer(message.replace(WORD, NO_WORD))));
});

test('every filter by text is refused with the reason', async () => {
  await prepare();
  const { from, days, zone, cell } = rowOf('messages.calendar').example(world.fixture) as Record<string, string>;
  const window = new URLSearchParams({ from: from ?? '', days: String(days), zone: zone ?? '', cell: cell ?? '' });
  const draft = { message: WORD, contactList: [{ mobile: '+447700900001' }] };
  const byField = { kind: 'field', field: 'note', value: WORD };
  const requests: SentRequest[] = [
    { method: 'GET', path: `/api/messages?message=${WORD}` },
    { method: 'GET', path: `/api/messages?exceptMessage=${WORD}` },
    { method: 'GET', path: '/api/messages?sort=message' },
    { method: 'GET', path: `/api/messages/calendar?${window}&message=${WORD}` },
    { method: 'GET', path: `/api/messages/calendar?${window}&exceptMessage=${WORD}` },
    { ...requestOf('messages.findRepeats', { rows: [{ row: 2, message: draft }] }) },
    { ...requestOf('knowledge.test', { id: world.fixture.ours.knowledgeBaseId, question: WORD }) },
    { ...requestOf('audiences.count', { definition: { from: byField } }) },
    { ...requestOf('campaigns.check', { name: 'x', variants: ['x'], audience: { from: byField } }) },
  ];
  for (const request of requests) {
    const { status, text } = await asSupport(request);
    expect([status, JSON.parse(text).code], JSON.stringify(request)).toEqual([403, 'SUPPORT_NO_TEXTS']);
  }
});
