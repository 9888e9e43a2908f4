import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CodedText, readText } from '@switchyard/contracts/text/registry';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, migrateDatabase } from '../../src/platform/database/database.ts';
import { serverDirectory } from '../../src/platform/paths.ts';
import { useRealPasswordHash } from '../fast-password-hash.ts';
import { createTestDatabase } from '../test-database.ts';
import { startTestServer } from '../test-server.ts';

/** Old releases whose data folders this release must open without loss, each with its number of migrations. */
const RELEASES = [
  { commit: '249f691', migrations: 12 },
  { commit: '67b90c4d', migrations: 42 },
];

/** Columns whose data has moved since: today's count of a lane is now counted from its messages (`engine_days`). */
const MOVED: Record<string, string[]> = { engine_lanes: ['sent_today', 'counted_day'] };

/** Sentences stored then, as today's values; each is shown in every language. */
const SAID: Record<string, string> = {
  'The number is not on WhatsApp': '{"code":"numberNotOnWhatsapp"}',
  'WhatsApp did not answer in time (tried 3 times)': '{"code":"whatsappSilentAgain","data":{"times":3}}',
  'The contact has blocked this number': '{"code":"contactBlocked"}',
  'The message was refused by WhatsApp': '{"code":"whatsappRefusedIt"}',
  'WhatsApp cannot deliver to this number': '{"code":"whatsappNotThere"}',
  'WhatsApp did not answer': '{"code":"whatsappSilent"}',
  'WhatsApp could not deliver it': '{"code":"whatsappUndelivered"}',
  'WhatsApp refused the message (408)': '{"code":"whatsappRefused","data":{"code":"408"}}',
  '+15550000001 is not on WhatsApp': '{"code":"notOnWhatsapp","data":{"number":"+15550000001"}}',
};
const LOCALES = join(serverDirectory, '../web/src/lib/i18n/locales');

type Rows = Record<string, unknown>[];
type Tables = Record<string, Rows>;

/** The schema of a release. */
async function migrateAsThen({ pool }: Database, migrations: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-migrations-'));
  cpSync(join(serverDirectory, 'migrations'), folder, { recursive: true });
  const journalFile = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: unknown[] };
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrations) }));
  await migrate(drizzle(pool, { casing: 'snake_case' }), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}

const restoring = (tables: Tables) =>
  Object.entries(tables)
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => {
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      const json = JSON.stringify(rows).replaceAll("'", "''");
      return `delete from ${name}; insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, '${json}');`;
    })
    .join('\n');

/** Identifies a row by its id, or by its key columns. */
const keyOf = (row: Record<string, unknown>): string =>
  row.id
    ? String(row.id)
    : [row.message_id, row.engine_id, row.content_id, row.number, row.recipient, row.name].join(' ');

describe.each(RELEASES)('the data of $commit', ({ commit, migrations }) => {
  const { tables } = JSON.parse(gunzipSync(readFileSync(new URL(`${commit}.json.gz`, import.meta.url))).toString()) as {
    tables: Tables;
  };
  let database: Database;
  let drop: () => Promise<void>;
  /** All old tables after migration, before anyone signs in. */
  const found = new Map<string, Rows>();
  beforeAll(async () => {
    ({ database, drop } = await createTestDatabase(4, 'template0'));
    await migrateAsThen(database, migrations);
    await database.pool.query(`begin; set local session_replication_role = replica; ${restoring(tables)} commit;`);
    await migrateDatabase(database);
    for (const name of Object.keys(tables)) {
      const { rows } = await database.pool.query<{ rows: Rows }>(
        `select coalesce(json_agg(t order by t::text), '[]'::json) as rows from ${name} t`,
      );
      found.set(name, rows[0]?.rows ?? []);
    }
  });
  afterAll(() => drop());

  test.each(Object.entries(tables))('%s: every old row and column is unchanged', (name, rows) => {
    const now = new Map(found.get(name)?.map((row) => [keyOf(row), row]));
    expect(now.size).toBe(rows.length);
    const stays = ([column]: [string, unknown]) => !MOVED[name]?.includes(column);
    for (const row of rows) {
      const { send_failure_reason: reason, ...rest } = Object.fromEntries(Object.entries(row).filter(stays));
      const said = typeof reason === 'string' && { send_failure_reason: SAID[reason] };
      expect(now.get(keyOf(row))).toMatchObject({ ...rest, ...said });
    }
  });

  test.each(['es', 'pt', 'de', 'he', 'ar'])('shows why its messages failed in %s', (language) => {
    const words = JSON.parse(readFileSync(join(LOCALES, language, 'sentence.json'), 'utf8')) as Record<string, string>;
    const reasons = (found.get('messages') ?? []).flatMap(({ send_failure_reason: stored }) =>
      typeof stored === 'string' ? [readText(stored)] : [],
    );
    expect(reasons.length).toBeGreaterThan(0);
    for (const reason of reasons) expect(words).toHaveProperty((reason as CodedText).code);
  });

  test('its people sign in with their passwords and find their data', async () => {
    useRealPasswordHash();
    const server = await startTestServer({ config: { demo: true, databaseUrl: database.url } });
    const person = { email: 'user@switchyard.local', password: 'switchyard-demo' };
    const signedIn = await server.call('POST', '/api/auth/sign-in/email', person);
    const token = signedIn.headers.get('set-auth-token') ?? '';
    const listed = await server.call<{ total: number }>('GET', '/api/messages?limit=1', undefined, { token });
    expect(listed.body.total).toBe(tables.messages?.filter(({ deleted }) => deleted === false).length);
    const [file] = tables.files ?? [];
    const bytes = await fetch(`${server.url}/api/files/${file?.id}`, { headers: { authorization: `Bearer ${token}` } });
    expect(await bytes.text()).toBe('kept bytes');
    await server.stop();
  });
});
