import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { messageTexts } from '../message-texts.schema.ts';
import { gramOf, piecesOf, type TextField } from './grams.ts';
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
  const found = sought.map(({ fields }) => fields.map((field) => soughtIn(field, folded.shift() ?? '')));
  const hasTexts = and(...found.map((one) => or(...one.map(({ hasText }) => hasText))));
  if (!hasTexts) return undefined;
  const { isCommon, shares } = await lookAtSome(db, workspaceId, hasTexts, found.flat());
  if (isCommon) return hasTexts;
  // Whatever contains a text has its grams: as conditions of their own, an index answers for these.
  const hasGrams = found.map((one) =>
    or(
      ...one.map(({ field, pieces }) => {
        const grams = rarest(pieces, shares.splice(0, pieces.length)).map((piece) => gramOf(workspaceId, field, piece));
        return sql`${messageTexts.grams} @> ${sql.param(grams)}::int[]`;
      }),
    ),
  );
  return and(hasTexts, ...hasGrams);
}

interface SoughtText {
  field: TextField;
  hasText: SQL;
  /** Pieces that an index has, of which a few are chosen. */
  pieces: string[];
}

/** Of a longer text the pieces at its beginning are enough to choose from. */
const MOST_PIECES = 12;

const soughtIn = (field: TextField, part: string): SoughtText => ({
  field,
  hasText: contains(field, part),
  pieces: piecesOf(part).slice(0, MOST_PIECES),
});

const contains = (field: TextField, part: string): SQL =>
  sql`${messageTexts[field]} collate "C" like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;

/** The index reads the list of each piece: two that few messages have say nearly as much as all, for a fraction of the reading. */
const PIECES_ASKED = 2;

function rarest(pieces: readonly string[], shares: readonly number[]): string[] {
  const byShare = pieces.map((piece, at) => ({ piece, share: shares[at] ?? 0 }));
  return byShare
    .toSorted((one, other) => one.share - other.share)
    .slice(0, PIECES_ASKED)
    .map(({ piece }) => piece);
}

const LOOKED_AT = 300;
const COMMON = 0.2;

/**
 * Looks at some messages of the workspace: whether so many match that reading them one after the other finds enough sooner than an index,
 * which reads the same rows after its own lists; and the share of them that has each piece.
 */
async function lookAtSome(
  db: Db,
  workspaceId: string,
  hasTexts: SQL,
  sought: readonly SoughtText[],
): Promise<{ isCommon: boolean; shares: number[] }> {
  const share = (condition: SQL) => sql`coalesce(avg((${condition})::int), 0)::float8`;
  const pieces = sought.flatMap((one) => one.pieces.map((piece) => share(contains(one.field, piece))));
  const { rows } = await db.execute<{ matching: number; shares: number[] }>(sql`
    select ${share(hasTexts)} as matching, array[${sql.join(pieces, sql`, `)}] as shares from (
      select * from message_texts where ${messageTexts.workspaceId} = ${workspaceId} limit ${LOOKED_AT}
    ) message_texts`);
  const { matching = 0, shares = [] } = rows[0] ?? {};
  return { isCommon: matching >= COMMON, shares };
}
