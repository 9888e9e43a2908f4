import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import {
  choosableEngines,
  READY_ENGINES,
  type SendingEngine,
  sendingEngineOf,
  USUAL_ENGINE,
} from '../../engines/index.ts';

/**
 * Decides which number sends a message: the chosen one, else the one last used in the chat, else the workspace's
 * default, else the only connected one. A stopped number is only used if a person chose it; if several are possible and
 * nobody has chosen, there is none.
 */
export interface Numbers {
  /** The number a person chose, from the requested ids. Null: the workspace has no such number. */
  chosen(engineId: string): SendingEngine | null;
  /** The number by the remaining rules. Null: only a person may choose. */
  of(recipient: string): SendingEngine | null;
}

/** For messages that are read but not sent. */
export const NO_NUMBERS: Numbers = { chosen: () => null, of: () => null };

/**
 * SQL over `ready` engines ({@link READY_ENGINES}): the one that last wrote to this recipient or received a message
 * from them. Times of received messages are precise to the hour.
 * @param workspaceId SQL expression, like `recipient`
 */
export const lastOfChat = (workspaceId: string, recipient: string): string => `(
  select ready.id from ready cross join lateral (select greatest(
    (select max(m.sent_at) from messages m where m.engine_id = ready.id and m.recipient = ${recipient}
      and m.status = 'sent' and m.sent_at is not null and not m.deleted),
    (select r.wrote_at from engine_recipients r where r.engine_id = ready.id and r.recipient = ${recipient})) as at) spoke
  where ready.workspace_id = ${workspaceId} and spoke.at is not null order by spoke.at desc, ready.id limit 1)`;

/** Loads the numbers for these recipients and choices in a fixed number of queries. */
export async function numbersFor(
  db: Db,
  workspaceId: string,
  recipients: readonly string[],
  chosenIds: readonly string[] = [],
): Promise<Numbers> {
  const chosen = await choosableEngines(db, workspaceId, [...new Set(chosenIds)]);
  const fallback = await sendingEngineOf(db, workspaceId);
  const last = await lastEngines(db, workspaceId, [...new Set(recipients)]);
  return { chosen: (engineId) => chosen.get(engineId) ?? null, of: (recipient) => last.get(recipient) ?? fallback };
}

/** With a single ready engine, chats need no lookup. */
async function lastEngines(db: Db, workspaceId: string, recipients: string[]): Promise<Map<string, SendingEngine>> {
  if (recipients.length === 0) return new Map();
  const { rows } = await db.execute<SendingEngine & { recipient: string } & Record<string, unknown>>(sql`
    with ready as (${sql.raw(READY_ENGINES)} and engines.workspace_id = ${workspaceId})
    select wanted.recipient, ready.id, ready.driver from unnest(${sql.param(recipients)}::text[]) wanted(recipient)
    join ready on ready.id = ${sql.raw(lastOfChat('ready.workspace_id', 'wanted.recipient'))}
    where (select count(*) from ready) > 1`);
  return new Map(rows.map((row) => [row.recipient, row]));
}

/** SQL: the engine per workspace for messages that wait without one; omits workspaces in which it is undecided. */
export const ENGINE_OF_WORKSPACE = `select workspace_id, id from (
  select workspace_id, ${USUAL_ENGINE} as id from ready group by workspace_id) usual where id is not null`;
