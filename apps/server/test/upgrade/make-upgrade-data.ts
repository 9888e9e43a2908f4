// `node make-upgrade-data.ts SERVER_URL DATABASE_URL COMMIT FILE`: exercises a running demo server of an old commit, and
// dumps its tables. Run once for each release whose data folders every later one must open; the file is committed, and
// this script documents its origin.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import pg from 'pg';

const [serverUrl = '', databaseUrl = '', commit = '', file = ''] = process.argv.slice(2);
let token = '';

async function call(method: string, path: string, body?: unknown): Promise<Record<string, never>> {
  const response = await fetch(serverUrl + path, {
    method,
    headers: {
      origin: serverUrl,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  token = response.headers.get('set-auth-token') ?? token;
  return (await response.json()) as Record<string, never>;
}

const to = (mobile: string) => [{ mobile }];
await call('POST', '/api/auth/sign-in/email', { email: 'user@switchyard.local', password: 'switchyard-demo' });
await call('POST', '/api/contacts', { name: 'Zoë “Z” Müller', mobile: '+447700900777', zone: 'America/Sao_Paulo' });
const upload = await fetch(`${serverUrl}/api/files?name=notes.txt`, {
  method: 'POST',
  headers: { origin: serverUrl, 'content-type': 'text/plain', authorization: `Bearer ${token}` },
  body: 'kept bytes',
});
const { _id: fileId } = (await upload.json()) as { _id: string };
await call('POST', '/api/messages', { message: 'kept, now', contactList: to('+447700900501') });
await call('POST', '/api/messages', { message: 'kept file', attachment: { fileId }, contactList: to('+447700900502') });
const later = { dueDate: '2031-03-30T02:30', zone: 'Europe/Berlin' };
const poll = { options: ['yes', 'no'], selectable: 1 };
await call('POST', '/api/messages', { message: 'kept poll?', poll, contactList: to('+447700900503'), ...later });
const { _id, version } = await call('POST', '/api/messages', {
  message: 'away',
  contactList: to('+447700900504'),
  ...later,
});
await call('POST', `/api/messages/${_id}/cancel`, { version });
const rows = [1, 2, 3].map((row) => ({
  row,
  message: { message: `kept row ${row}`, contactList: to(`+44770090051${row}`), campaignId: 'spring', ...later },
}));
await call('POST', '/api/messages/batch', { importId: randomUUID(), rows });
// Features added after 249f691.
if (commit !== '249f691') {
  await call('POST', '/api/messages', {
    message: 'nobody there',
    contactList: to('+15550000001'),
    verifyContact: true,
  });
  const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=MO' };
  await call('POST', '/api/messages', {
    message: 'kept weekly',
    contactList: to('+447700900505'),
    ...later,
    recurrence,
  });
  await call('POST', '/api/suppressions', { mobile: '+447700900777', words: 'asked by phone' });
  await call('POST', '/api/campaign-templates', { name: 'Reminder', text: 'Hi {name|there}' });
  await call('POST', '/api/bots', { name: 'Kept bot' });
  const base = await call('POST', '/api/knowledge-bases', { name: 'Handbook' });
  const entry = { kind: 'text', title: 'Parking', text: 'Behind the house.' };
  await call('POST', `/api/knowledge-bases/${base._id}/entries`, entry);
}
await call('POST', '/simulator/accounts/+447700900501/messages', { to: '+447700900001', text: 'an answer' });

const client = new pg.Client(databaseUrl);
await client.connect();
const deadline = Date.now() + 60_000;
for (;;) {
  const { rows: left } = await client.query(
    `select (select count(*)::int from messages where status in ('sending') or status = 'pending' and due_at < now()) as due,
       (select count(*)::int from received_messages) as received`,
  );
  if (left[0].due === 0 && left[0].received > 0) break;
  if (Date.now() > deadline) throw new Error(`it did not come to rest: ${JSON.stringify(left[0])}`);
}
const { rows: names } = await client.query<{ name: string }>(
  `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
);
const tables: Record<string, unknown[]> = {};
for (const { name } of names) {
  const { rows: found } = await client.query(
    `select coalesce(json_agg(t order by t::text), '[]'::json) as rows from ${name} t`,
  );
  tables[name] = found[0].rows;
}
await client.end();
writeFileSync(file, gzipSync(JSON.stringify({ commit, tables }), { level: 9 }));
console.log(
  Object.entries(tables)
    .map(([name, found]) => `${name}: ${found.length}`)
    .join('\n'),
);
