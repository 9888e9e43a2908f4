import type { CloudApiCredential } from '@switchyard/contracts/engine/protocol';
import type { NumberRating } from '@switchyard/contracts/engines/numbers';
import { TextError } from '@switchyard/contracts/text/registry';
import { errorOf } from './error-codes.ts';
import type { GraphAnswer, GraphClient } from './graph-client.ts';

const QUALITIES: Record<string, NumberRating['quality']> = { GREEN: 'high', YELLOW: 'medium', RED: 'low' };
/**
 * Since October 2025 the limit covers all numbers of a business; earlier versions of the Graph API refuse the field.
 */
const LIMIT_FIELD = 'whatsapp_business_manager_messaging_limit';
const EARLIER_LIMIT_FIELD = 'messaging_limit_tier';
const UNKNOWN_FIELD_CODE = 100;

/** Meta rates a number over days, so a rating is reused for this long. */
const RATING_LIFE_MS = 60_000;

/** Returns a function that asks Meta for a number's rating, at most once a minute. Rejects with a text for the user. */
export function ratingReader(
  graph: Pick<GraphClient, 'call'>,
  nowMs: () => number,
): (settings: CloudApiCredential) => Promise<NumberRating> {
  let latest: { settings: CloudApiCredential; atMs: number; rating: Promise<NumberRating> } | null = null;
  return (settings) => {
    if (!latest || latest.settings !== settings || nowMs() - latest.atMs > RATING_LIFE_MS)
      latest = { settings, atMs: nowMs(), rating: readRating(graph, settings) };
    return latest.rating;
  };
}

async function readRating(
  graph: Pick<GraphClient, 'call'>,
  { apiVersion, phoneNumberId, accessToken }: CloudApiCredential,
): Promise<NumberRating> {
  const ask = (limitField: string) =>
    graph.call('GET', `${apiVersion}/${phoneNumberId}?fields=verified_name,quality_rating,${limitField}`, accessToken);
  const first = await ask(LIMIT_FIELD);
  const answer = isUnknownField(first) ? await ask(EARLIER_LIMIT_FIELD) : first;
  if (answer.kind !== 'answer') throw new Error(answer.cause);
  const { body, httpStatus } = answer;
  if (httpStatus >= 300) throw new TextError(errorOf(body.error)?.reason ?? `the Graph API answered ${httpStatus}`);
  return {
    verifiedName: typeof body.verified_name === 'string' && body.verified_name !== '' ? body.verified_name : null,
    quality: QUALITIES[String(body.quality_rating)] ?? null,
    peoplePerDay: peopleOf(String(body[LIMIT_FIELD] ?? body[EARLIER_LIMIT_FIELD] ?? '')),
  };
}

const isUnknownField = (answer: GraphAnswer): boolean =>
  answer.kind === 'answer' && answer.httpStatus >= 400 && errorOf(answer.body.error)?.code === UNKNOWN_FIELD_CODE;

/** Parses `TIER_250`, `TIER_2K`, `TIER_UNLIMITED`; null for an unset or unknown tier. */
function peopleOf(tier: string): NumberRating['peoplePerDay'] {
  if (tier === 'TIER_UNLIMITED') return 'unlimited';
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return count === undefined ? null : Number(count) * (thousands ? 1_000 : 1);
}
