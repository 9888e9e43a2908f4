import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/text-search.ts';
import { messageTexts } from '../message-texts.schema.ts';
import { choosePieces } from './choose-pieces.ts';
import { gramOf, piecesOf, type TextField } from './grams.ts';
import { type MessageFilter, textsOf } from './message-filter.ts';

/**
 * Maximum due messages that are checked individually; with more, `message_texts` is not used until they are written.
 */
const MAX_DUE = 2_000;

/** Messages of a workspace whose texts are missing or outdated. Null: too many to check. */
export async function textsDue(db: Db, workspaceId: string): Promise<string[] | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select message_id as id from message_texts_due where workspace_id = ${workspaceId} limit ${MAX_DUE + 1}`,
  );
  return rows.length > MAX_DUE ? null : [...new Set(rows.map(({ id }) => id))];
}

interface TextsCondition {
  /** Undefined: the filter has no text conditions. */
  texts: SQL | undefined;
  /** A sample contained matches, so there may be very many. */
  mayBeMany: boolean;
}

/**
 * Turns the text conditions of a filter into one on `message_texts`: by the grams of the search text, which are
 * indexed, and then by the text itself.
 */
export async function textsCondition(
  db: Db,
  workspaceId: string,
  filter: MessageFilter,
  byText: boolean,
): Promise<TextsCondition> {
  const filters = textsOf(filter, byText);
  const isRecipient = filter.recipients === undefined ? undefined : recipientIn(filter.recipients);
  if (filters.length === 0) return { texts: isRecipient, mayBeMany: false };
  // The database folds the search texts too, so that both sides are folded alike.
  const { rows } = await db.execute<{ folded: string[] }>(
    sql`select array(select lower(text collate "und-x-icu") from unnest(${sql.param(filters.flatMap(({ texts }) => texts))}::text[]) with ordinality as given (text, place) order by place) as folded`,
  );
  const folded = [...(rows[0]?.folded ?? [])];
  const searched = filters.map(({ fields }) => fields.map((field) => toFieldSearch(field, folded.shift() ?? '')));
  const hasTexts = and(...searched.map((fields) => or(...fields.map(({ hasText }) => hasText))));
  if (!hasTexts) return { texts: isRecipient, mayBeMany: false };
  const { share, samples } = await takeSample(db, workspaceId, hasTexts, searched.flat());
  const mayBeMany = share > 0;
  if (share >= MIN_SCAN_SHARE) return { texts: and(isRecipient, hasTexts), mayBeMany };
  // A text contains a part only if it has all its grams. As separate conditions, they can use an index.
  let from = 0;
  const hasGrams = searched.map((fields) =>
    or(
      ...fields.map(({ field, pieces }) => {
        const ofField = samples.map((has) => has.slice(from, from + pieces.length));
        from += pieces.length;
        const grams = choosePieces(pieces, ofField).map((piece) => gramOf(workspaceId, field, piece));
        return sql`${messageTexts.grams} @> ${sql.param(grams)}::int[]`;
      }),
    ),
  );
  return { texts: and(isRecipient, hasTexts, ...hasGrams), mayBeMany };
}

/** `message_texts` has an index of recipients; `messages` has none that covers every status. */
const recipientIn = (recipients: string): SQL => inArray(messageTexts.recipient, recipients.toLowerCase().split(','));

interface FieldSearch {
  field: TextField;
  hasText: SQL;
  /** Indexed grams, of which a few are chosen. */
  pieces: string[];
}

/** Maximum grams considered: those at the start of a long text are enough. */
const MAX_PIECES = 12;

const toFieldSearch = (field: TextField, part: string): FieldSearch => ({
  field,
  hasText: contains(field, part),
  pieces: piecesOf(part).slice(0, MAX_PIECES),
});

const contains = (field: TextField, part: string): SQL =>
  sql`${messageTexts[field]} collate "C" like ${containing(part)}`;

const SAMPLE_SIZE = 300;
/**
 * Share of matches above which a scan finds enough rows sooner than an index, which reads the same rows after its own
 * lists.
 */
const MIN_SCAN_SHARE = 0.2;

/** Samples messages of the workspace: the share that matches, and which grams each of them has. */
async function takeSample(
  db: Db,
  workspaceId: string,
  hasTexts: SQL,
  searched: readonly FieldSearch[],
): Promise<{ share: number; samples: boolean[][] }> {
  const pieces = searched.flatMap(({ field, pieces }) => pieces.map((piece) => contains(field, piece)));
  const conditions = [hasTexts, ...pieces].map((condition) => sql`coalesce((${condition})::int, 0)`);
  const { rows } = await db.execute<{ digits: string }>(sql`
    select concat(${sql.join(conditions, sql`, `)}) as digits from (
      select * from message_texts where ${messageTexts.workspaceId} = ${workspaceId} limit ${SAMPLE_SIZE}
    ) message_texts`);
  const bits = rows.map(({ digits }) => Array.from(digits, (digit) => digit === '1'));
  const matching = bits.filter(([matches]) => matches).length;
  return {
    share: matching / Math.max(1, rows.length),
    samples: bits.map(([, ...has]) => has),
  };
}
