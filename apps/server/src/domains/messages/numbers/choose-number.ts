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
 * Which number a message goes out through: the chosen one, else the one that its chat was last held with, else the
 * workspace's default, else the only one that is connected. One that was stopped goes out through nothing but a
 * person's choice; where several could be meant and nobody has said which, it is none.
 */
export interface Numbers {
  /** Of those that were asked about, by a person's choice; null: the workspace has no such number. */
  chosen(engineId: string): SendingEngine | null;
  /** By the rest of the rule. Null: none may be picked without a person's word. */
  of(recipient: string): SendingEngine | null;
}

/** For what is read and not sent. */
export const NO_NUMBERS: Numbers = { chosen: () => null, of: () => null };

/**
 * SQL over `ready` engines ({@link READY_ENGINES}): the one that last wrote to this recipient, or heard from them. When
 * they wrote is known to the hour.
 * @param workspaceId and `recipient`: SQL expressions
 */
export const lastOfChat = (workspaceId: string, recipient: string): string => `(
  select ready.id from ready cross join lateral (select greatest(
    (select max(m.sent_at) from messages m where m.engine_id = ready.id and m.recipient = ${recipient}
      and m.status = 'sent' and m.sent_at is not null and not m.deleted),
    (select r.wrote_at from engine_recipients r where r.engine_id = ready.id and r.recipient = ${recipient})) as at) spoke
  where ready.workspace_id = ${workspaceId} and spoke.at is not null order by spoke.at desc, ready.id limit 1)`;

/** The rule for these recipients, and for what was chosen, in a fixed number of queries. */
export async function numbersFor(
  db: Db,
  workspaceId: string,
  recipients: readonly string[],
  chosenIds: readonly string[] = [],
): Promise<Numbers> {
  const chosen = await choosableEngines(db, workspaceId, [...new Set(chosenIds)]);
  const usual = await sendingEngineOf(db, workspaceId);
  const last = await lastEngines(db, workspaceId, [...new Set(recipients)]);
  return { chosen: (engineId) => chosen.get(engineId) ?? null, of: (recipient) => last.get(recipient) ?? usual };
}

/** Where there is but one, it needs no looking into chats. */
async function lastEngines(db: Db, workspaceId: string, recipients: string[]): Promise<Map<string, SendingEngine>> {
  if (recipients.length === 0) return new Map();
  const { rows } = await db.execute<SendingEngine & { recipient: string } & Record<string, unknown>>(sql`
    with ready as (${sql.raw(READY_ENGINES)} and engines.workspace_id = ${workspaceId})
    select asked.recipient, ready.id, ready.driver from unnest(${sql.param(recipients)}::text[]) asked(recipient)
    join ready on ready.id = ${sql.raw(lastOfChat('ready.workspace_id', 'asked.recipient'))}
    where (select count(*) from ready) > 1`);
  return new Map(rows.map((row) => [row.recipient, row]));
}

/**
 * SQL: workspaces and the engine that whatever waits there without one goes to; those of which nobody can say it are
 * left out.
 */
export const ENGINE_OF_WORKSPACE = `select workspace_id, id from (
  select workspace_id, ${USUAL_ENGINE} as id from ready group by workspace_id) usual where id is not null`;
