import type { PersonalDataReport } from '@switchyard/contracts/contacts/personal-data';
import { PERSONAL_DATA_EXPORT_PATH } from '@switchyard/contracts/contacts/personal-data';
import { type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/authorization/fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fillMessageTexts } from '../messages/list/fill-message-texts.ts';

const MOBILE = '+447700900001';
const OTHER = '+447700900002';
let server: TestServer;
let fixture: Fixture;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ config: { demo: true } });
  fixture = await createFixture(server);
  token = fixture.owner.token;
  await fill();
});
afterAll(() => server.stop());

const run = async (statement: string, ...values: unknown[]) =>
  (await server.database.pool.query(statement, values)).rows;
const find = (mobile = MOBILE) =>
  server.call<PersonalDataReport>('GET', `/api/personal-data?mobile=${encodeURIComponent(mobile)}`, undefined, {
    token,
  });
const countsByKind = ({ counts }: PersonalDataReport) =>
  Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));

/** Adds rows that the fixture lacks for the person, and copies some for somebody else. */
async function fill(): Promise<void> {
  const { workspaceId, engineId, boardItemId, boardColumnId, automationId, conversationId, contactId } = fixture.ours;
  const { fileId } = fixture.ours;
  await run(`update conversations set chat = $2 where id = $1`, conversationId, MOBILE);
  await run(`insert into chat_facts (engine_id, chat, push_name) values ($1, $2, 'Ann')`, engineId, MOBILE);
  await run(`insert into engine_recipients (engine_id, recipient) values ($1, $2), ($1, $3)`, engineId, MOBILE, OTHER);
  await run(
    `insert into engine_inbox (engine_id, key, kind, payload) values ($1, 'k', 'message', '{"from":"447700900001"}'),
       ($1, 'l', 'message', '{"from":"4477009000012"}')`,
    engineId,
  );
  await run(`insert into message_marks (engine_id, chat, wa_message_id) values ($1, $2, 'r1')`, engineId, MOBILE);
  await run(
    `insert into received_messages (id, engine_id, chat, writer, wa_message_id, kind, body, file_id, written_at)
     values (uuidv7(), $1, '1@g.us', $2, 'g1', 'text', 'in the group', null, now()),
       (uuidv7(), $1, '1@g.us', $3, 'g2', 'text', 'another in the group', null, now())`,
    ...[engineId, MOBILE, OTHER],
  );
  await run(
    `update board_items set cells = cells || jsonb_build_object($2::text, $3::text, 'other', $4::text) where id = $1`,
    ...[boardItemId, boardColumnId, MOBILE, OTHER],
  );
  await run(
    `insert into item_history (id, item_id, act, column_id, before, after, version)
     values (uuidv7(), $1, 'changed', $2, to_jsonb($4::text), to_jsonb($3::text), 9)`,
    ...[boardItemId, boardColumnId, MOBILE, OTHER],
  );
  await run(
    `insert into item_messages (item_id, engine_id, chat, wa_message_id, text, written_at) values ($1, $2, $3, 'r1', 'x', now())
     on conflict (item_id) do update set chat = $3`,
    ...[boardItemId, engineId, MOBILE],
  );
  await run(
    `insert into automation_runs (id, workspace_id, automation_id, chat, subject, depth, state)
     values (uuidv7(), $1, $2, $3, 'Ann', 0, 'done')`,
    ...[workspaceId, automationId, JSON.stringify({ engineId, chat: MOBILE, text: '', message: null })],
  );
  await run(
    `insert into notifications (id, workspace_id, kind, subject, data) values (uuidv7(), $1, 'send-failed', 's', $2)`,
    ...[workspaceId, JSON.stringify({ number: MOBILE })],
  );
  await run(
    `insert into webhook_events (id, workspace_id, type, data) values (uuidv7(), $1, 'message.sent', $2)`,
    ...[workspaceId, JSON.stringify({ to: MOBILE })],
  );
  await run(
    `insert into kept_requests (workspace_id, key, digest, answer, expires_at) values ($1, 'k', 'd', $2, now() + interval '1 day')`,
    ...[workspaceId, JSON.stringify({ to: MOBILE })],
  );
  await run(
    `insert into undelivered_chats (id, workspace_id, hook, chat, reason) values (uuidv7(), $1, 'h', $2, 'r')`,
    ...[workspaceId, JSON.stringify({ chat: MOBILE, messages: [] })],
  );
  await run(
    `insert into suppressions (id, workspace_id, mobile, cause) values (uuidv7(), $1, $2, 'person')`,
    workspaceId,
    MOBILE,
  );
  await run(`insert into message_subscriptions (workspace_id, mobile) values ($1, $2)`, workspaceId, MOBILE);
  await run(
    `insert into audit_entries (id, workspace_id, actor_name, action, subject, details) values (uuidv7(), $1, 'Ann', 'contact.update', $2, '{"to":"+447700900001"}')`,
    ...[workspaceId, contactId],
  );
  await run(
    `insert into message_series (id, workspace_id, contact_name, contact_list, recipient, body, sent_with, origin, rule, start, zone)
     values (uuidv7(), $1, 'Ann', '[]', $2, 'x', 'whatsapp', 'web', 'FREQ=YEARLY', '2030-01-01T09:00', 'UTC')`,
    ...[workspaceId, MOBILE],
  );
  await run(`update bot_sessions set chat = $2 where id = $1`, fixture.ours.botSessionId, MOBILE);
  const upload = await fetch(`${server.url}/api/files?name=only-theirs.txt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'text/plain',
      origin: server.platform.config.publicUrl,
    },
    body: 'only theirs',
  });
  const { _id } = (await upload.json()) as { _id: string };
  const received = `update received_messages set file_id = $2 where id = $1`;
  await run(received, fixture.ours.receivedId, _id);
  await run(`update messages set file_id = $2 where id = $1`, fixture.ours.sentId, fileId);
}

/** Tables in which a row contains the number. */
async function tablesNaming(): Promise<string[]> {
  const tables = await run(
    `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await run(
      `select from ${name} t where to_jsonb(t)::text ~ '(^|[^0-9])447700900001([^0-9]|$)' limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('an export has every row that names a number, and its files', async () => {
  const found = await find();
  expect(found.status).toBe(200);
  const response = await fetch(`${server.url}${PERSONAL_DATA_EXPORT_PATH}?mobile=${encodeURIComponent(MOBILE)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = new ZipReader(new Blob([await response.arrayBuffer()]).stream(), { useWebWorkers: false });
  const texts = new Map<string, string>();
  for await (const entry of zip.getEntriesGenerator()) {
    const pieces: Uint8Array[] = [];
    await (entry as FileEntry).getData(new WritableStream({ write: (piece: Uint8Array) => void pieces.push(piece) }));
    texts.set(entry.filename, Buffer.concat(pieces).toString());
  }
  const lines = (texts.get('data.jsonl') ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const kinds: Record<string, number> = {};
  for (const { kind } of lines) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const { file, ...rows } = countsByKind(found.body);
  // The export itself is in the audit log.
  expect(kinds).toEqual({ ...rows, audit: (rows.audit ?? 0) + 1 });
  expect(file).toBe(2);
  expect([...texts].filter(([name]) => name.startsWith('files/')).map(([, text]) => text)).toContain('only theirs');
  expect(kinds).not.toHaveProperty('undefined');
  expect((await find(OTHER)).body.counts).not.toEqual([]);
});

test('an erasure keeps exactly what it reports, and affects nobody else', async () => {
  const others = countsByKind((await find(OTHER)).body);
  const before = countsByKind((await find()).body);
  const erased = await server.call<PersonalDataReport & { auditId: string }>(
    'POST',
    '/api/personal-data/erase',
    { mobile: MOBILE },
    { token },
  );
  expect(erased.status).toBe(200);
  const { kept } = erased.body;
  const keptKinds = Object.fromEntries(kept.map(({ kind, reason, count }) => [kind, [reason, count]]));
  expect(keptKinds).toEqual({
    message: ['sending', 1],
    optOut: ['optOut', 1],
    audit: ['record', before.audit],
    file: ['shared', 1],
  });
  expect(kept.find(({ kind }) => kind === 'message')?.ids).toEqual([fixture.ours.sendingId]);
  expect(countsByKind(erased.body)).toEqual({
    ...Object.fromEntries(Object.entries(before).filter(([kind]) => !['audit', 'optOut'].includes(kind))),
    message: (before.message ?? 0) - 1,
    file: 1,
  });
  await fillMessageTexts(server.database.pool);
  expect(await tablesNaming()).toEqual(['audit_entries', 'message_texts', 'messages', 'suppressions']);
  expect(countsByKind((await find(OTHER)).body)).toEqual(others);
  expect(
    await run('select outcome, name from campaign_recipients where campaign_id = $1', fixture.ours.campaignId),
  ).toEqual([{ outcome: 'cancelled', name: '' }]);
  expect(await run('select cells from board_items where id = $1', fixture.ours.boardItemId)).toMatchObject([
    { cells: { other: OTHER } },
  ]);
  expect(await run('select from files where name = $1', 'only-theirs.txt')).toEqual([]);
  expect(await run('select action, subject from audit_entries where id = $1', erased.body.auditId)).toEqual([
    { action: 'contact.erase', subject: fixture.ours.contactId },
  ]);
});
