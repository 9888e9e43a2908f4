import { newId } from '../../apps/server/src/platform/database/columns.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createLaneFixture } from '../../apps/server/test/lane-fixture.ts';

const WORDS =
  'meeting invoice delivery tomorrow order thanks reminder appointment Größe Straße перенос встреча mañana 9:30 offer address please confirm window garden music price second answer letter Monday Friday basket table river mountain ticket station driver harbor yellow orange violet silver number';
const FIRST = 'Ann Bob Cem Dana Émile Fatima Göran Hana Igor Jürgen Kemal Lucía Māra Noor Олег Priya';
const LAST =
  'Adams Becker Costa Dubois Eriksen Fischer García Hoang Ivanova Jensen Kovač Lopes Müller Novák Okafor Иванов';
const REASONS = [
  'Number is not on WhatsApp',
  'The engine was offline',
  'Restricted by WhatsApp',
  'File too large',
  'Timed out',
];

/** Occurs in the text of every 2,000th row: more than a page, fewer than are counted exactly. */
export const RARE = 'zanzibar 7';
const RARE_INTERVAL = 2_000;
const BATCH_SIZE = 100_000;

/**
 * Creates a workspace with two years of messages in all statuses, using SQL.
 * @param options.hasEngine messages belong to the workspace's engine and so form chats; default: to no engine
 * @returns the workspace's id
 */
export async function seedMessages(database: Database, count: number, { hasEngine = false } = {}): Promise<string> {
  const { workspaceId, engineId } = await createLaneFixture(database);
  const importId = newId();
  for (let from = 0; from < count; from += BATCH_SIZE) {
    await database.pool.query(
      `insert into messages (id, workspace_id, contact_name, contact_list, recipient, body, status, ack, due_at, due_local, zone, claimable_at, wa_message_id,
         sent_at, send_failure_reason, retry_count, campaign_id, is_recurring, verify_contact, sent_with, import_id, import_row, created_at, updated_at, engine_id)
       select uuidv7(), $1, ($4::text[])[1 + n % 16] || ' ' || ($5::text[])[1 + n / 16 % 16] || ' ' || n % 997, '[]', '+4477' || lpad((n % 40000)::text, 8, '0'),
         (select string_agg(($6::text[])[1 + (hashint4(n * 31 + place) & 2147483647) % 45], ' ' order by place) from generate_series(1, 8) place)
           || case when n % ${RARE_INTERVAL} = 7 then ' ${RARE}' else '' end || ' ' || n,
         status, case when status = 'sent' then 1 + hash % 3 else 0 end, due_at, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', due_at,
         '3EB0' || upper(substr(md5(n::text), 1, 18)), case when status = 'sent' then due_at + interval '1 second' end,
         case when status = 'failed' then ($7::text[])[1 + hash % 5] end, case when hash % 50 = 0 then hash % 4 else 0 end,
         case when hash % 3 > 0 then 'campaign ' || n % 300 end, hash % 20 = 0, hash % 30 = 0, case when hash % 10 = 0 then 'import' else 'whatsapp' end,
         $8::uuid, n, due_at - interval '30 days', due_at + interval '3 seconds', $9::uuid
       from (
         select n, hash, timestamptz '2026-01-01' + hash % 63072000 * interval '1 second' + n * interval '1 microsecond' as due_at,
           (array['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'pending', 'pending', 'pending', 'failed', 'cancelled', 'unknown'])[1 + hash / 7 % 12] as status
         from (select n, hashint4(n) & 2147483647 as hash from generate_series($2::int, $3::int) n) numbered
       ) made`,
      [
        workspaceId,
        from + 1,
        Math.min(count, from + BATCH_SIZE),
        FIRST.split(' '),
        LAST.split(' '),
        WORDS.split(' '),
        REASONS,
        importId,
        hasEngine ? engineId : null,
      ],
    );
  }
  return workspaceId;
}
