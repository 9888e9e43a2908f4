import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/text-search.ts';
import { messageTexts } from '../message-texts.schema.ts';
import { choosePieces } from './choose-pieces.ts';
import { gramOf, piecesOf, type TextField } from './grams.ts';
import { type MessageFilter, textsOf } from './message-filter.ts';

/** More that are due than this are not looked at one by one: the texts are not used until they are written. */
const MAX_DUE = 2_000;

/** Messages of a workspace whose texts are not written yet or have changed; null: too many to bother. */
export async function textsDue(db: Db, workspaceId: string): Promise<string[] | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select message_id as id from message_texts_due where workspace_id = ${workspaceId} limit ${MAX_DUE + 1}`,
  );
  return rows.length > MAX_DUE ? null : [...new Set(rows.map(({ id }) => id))];
}

interface TextsCondition {
  /** Undefined: nothing is said of texts. */
  texts: SQL | undefined;
  /** Some of few messages that were looked at match: very many may. */
  mayBeMany: boolean;
}

/**
 * What a filter says of texts, as a condition on `message_texts`: by the grams of what is sought, which an index has,
 * and then by the text itself.
 */
export async function textsCondition(
  db: Db,
  workspaceId: string,
  filter: MessageFilter,
  byText: boolean,
): Promise<TextsCondition> {
  const sought = textsOf(filter, byText);
  if (sought.length === 0) return NOTHING_SAID;
  // The database folds both sides, so that they are folded alike.
  const { rows } = await db.execute<{ folded: string[] }>(
    sql`select array(select lower(text collate "und-x-icu") from unnest(${sql.param(sought.flatMap(({ texts }) => texts))}::text[]) with ordinality as given (text, place) order by place) as folded`,
  );
  const folded = [...(rows[0]?.folded ?? [])];
  const found = sought.map(({ fields }) => fields.map((field) => soughtIn(field, folded.shift() ?? '')));
  const hasTexts = and(...found.map((one) => or(...one.map(({ hasText }) => hasText))));
  if (!hasTexts) return NOTHING_SAID;
  const { share, samples } = await lookAtSome(db, workspaceId, hasTexts, found.flat());
  const mayBeMany = share > 0;
  if (share >= COMMON) return { texts: hasTexts, mayBeMany };
  // Whatever contains a text has its grams: as conditions of their own, an index answers for these.
  let from = 0;
  const hasGrams = found.map((one) =>
    or(
      ...one.map(({ field, pieces }) => {
        const ofField = samples.map((has) => has.slice(from, from + pieces.length));
        from += pieces.length;
        const grams = choosePieces(pieces, ofField).map((piece) => gramOf(workspaceId, field, piece));
        return sql`${messageTexts.grams} @> ${sql.param(grams)}::int[]`;
      }),
    ),
  );
  return { texts: and(hasTexts, ...hasGrams), mayBeMany };
}

const NOTHING_SAID: TextsCondition = { texts: undefined, mayBeMany: false };

interface SoughtText {
  field: TextField;
  hasText: SQL;
  /** Pieces that an index has, of which a few are chosen. */
  pieces: string[];
}

/** Of a longer text the pieces at its beginning are enough to choose from. */
const MAX_PIECES = 12;

const soughtIn = (field: TextField, part: string): SoughtText => ({
  field,
  hasText: contains(field, part),
  pieces: piecesOf(part).slice(0, MAX_PIECES),
});

const contains = (field: TextField, part: string): SQL =>
  sql`${messageTexts[field]} collate "C" like ${containing(part)}`;

const LOOKED_AT = 300;
/**
 * Where so many match, reading them one after the other finds enough sooner than an index, which reads the same rows
 * after its own lists.
 */
const COMMON = 0.2;

/** Looks at some messages of the workspace: which share of them matches, and which of the pieces each of them has. */
async function lookAtSome(
  db: Db,
  workspaceId: string,
  hasTexts: SQL,
  sought: readonly SoughtText[],
): Promise<{ share: number; samples: boolean[][] }> {
  const pieces = sought.flatMap((one) => one.pieces.map((piece) => contains(one.field, piece)));
  const asked = [hasTexts, ...pieces].map((condition) => sql`coalesce((${condition})::int, 0)`);
  const { rows } = await db.execute<{ digits: string }>(sql`
    select concat(${sql.join(asked, sql`, `)}) as digits from (
      select * from message_texts where ${messageTexts.workspaceId} = ${workspaceId} limit ${LOOKED_AT}
    ) message_texts`);
  const told = rows.map(({ digits }) => Array.from(digits, (digit) => digit === '1'));
  const matching = told.filter(([matches]) => matches).length;
  return {
    share: matching / Math.max(1, rows.length),
    samples: told.map(([, ...has]) => has),
  };
}
