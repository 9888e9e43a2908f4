import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { messageTexts } from '../message-texts.schema.ts';
import { gramsToFind } from './grams.ts';
import { type MessageFilter, textsOf } from './message-filter.ts';

/** More that are due than this are not looked at one by one: the texts are not used until they are written. */
const MOST_DUE = 2_000;

/** Messages of a workspace whose texts are not written yet or have changed; null: too many to bother. */
export async function textsDue(db: Db, workspaceId: string): Promise<string[] | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select message_id as id from message_texts_due where workspace_id = ${workspaceId} limit ${MOST_DUE + 1}`,
  );
  return rows.length > MOST_DUE ? null : [...new Set(rows.map(({ id }) => id))];
}

/**
 * What a filter says of texts, as a condition on `message_texts`: by the grams of what is sought, which an index has, and then by the text itself.
 * Undefined: nothing.
 */
export async function textsCondition(
  db: Db,
  workspaceId: string,
  filter: MessageFilter,
  byText: boolean,
): Promise<SQL | undefined> {
  const sought = textsOf(filter, byText);
  if (sought.length === 0) return undefined;
  // The database folds both sides, so that they are folded alike.
  const { rows } = await db.execute<{ folded: string[] }>(
    sql`select array(select lower(text collate "und-x-icu") from unnest(${sql.param(sought.flatMap(({ texts }) => texts))}::text[]) with ordinality as given (text, place) order by place) as folded`,
  );
  const folded = [...(rows[0]?.folded ?? [])];
  const found = sought.map(({ fields }) =>
    fields.map((field) => {
      const part = folded.shift() ?? '';
      const like = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
      return {
        hasText: sql`${messageTexts[field]} collate "C" like ${like}`,
        hasGrams: sql`${messageTexts.grams} @> ${sql.param(gramsToFind(workspaceId, field, part))}::int[]`,
      };
    }),
  );
  // Whatever contains a text has its grams: as conditions of their own, an index answers for these.
  const hasTexts = and(...found.map((one) => or(...one.map(({ hasText }) => hasText))));
  const hasGrams = and(...found.map((one) => or(...one.map(({ hasGrams: has }) => has))));
  return hasTexts && (await isCommon(db, workspaceId, hasTexts)) ? hasTexts : and(hasTexts, hasGrams);
}

const LOOKED_AT = 1_000;
const COMMON = 0.1;

/** Whether so many messages match that reading them one after the other finds enough sooner than an index, whose grams are stored apart. */
async function isCommon(db: Db, workspaceId: string, hasTexts: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ share: number | null }>(sql`
    select avg(matches::int)::float8 as share from (
      select ${hasTexts} as matches from message_texts where ${messageTexts.workspaceId} = ${workspaceId} limit ${LOOKED_AT}
    ) looked_at`);
  return (rows[0]?.share ?? 0) >= COMMON;
}
