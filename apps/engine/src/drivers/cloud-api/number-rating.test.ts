import { expect, test } from 'vitest';
import type { GraphAnswer } from './graph-client.ts';
import { ratingReader } from './number-rating.ts';

const SETTINGS = { phoneNumberId: '1', accessToken: 'token', apiVersion: 'v25.0' };
const LIMIT = 'whatsapp_business_manager_messaging_limit';

/** A Graph API with fixed responses in turn, and the paths that were requested. */
function graph(...answers: { httpStatus: number; body: Record<string, unknown> }[]) {
  const requests: string[] = [];
  const call = async (_method: string, path: string): Promise<GraphAnswer> => {
    requests.push(path);
    const answer = answers.shift();
    return answer ? { kind: 'answer', ...answer } : { kind: 'not-sent', cause: 'no connection' };
  };
  return { requests, call };
}
const readRating = (face: Pick<ReturnType<typeof graph>, 'call'>) => ratingReader(face, () => 0)(SETTINGS);
const rated = (body: Record<string, unknown>) => readRating(graph({ httpStatus: 200, body }));

test.each([
  ['GREEN', 'TIER_250', 'high', 250],
  ['YELLOW', 'TIER_2K', 'medium', 2_000],
  ['RED', 'TIER_100K', 'low', 100_000],
  ['GREEN', 'TIER_UNLIMITED', 'high', 'unlimited'],
  ['NA', 'TIER_NOT_SET', null, null],
  ['PURPLE', 'TIER_MANY', null, null],
])('maps %s with %s to %s, %s people a day', async (quality_rating, tier, quality, peoplePerDay) => {
  expect(await rated({ verified_name: 'Bakery', quality_rating, [LIMIT]: tier })).toEqual({
    verifiedName: 'Bakery',
    quality,
    peoplePerDay,
  });
});

test('returns null for missing values', async () => {
  expect(await rated({ id: '1' })).toEqual({ verifiedName: null, quality: null, peoplePerDay: null });
});

test('requests the number’s own limit from a version without a business limit', async () => {
  const refusal = { httpStatus: 400, body: { error: { code: 100, message: 'nonexisting field' } } };
  const earlier = graph(refusal, {
    httpStatus: 200,
    body: { quality_rating: 'GREEN', messaging_limit_tier: 'TIER_1K' },
  });
  expect(await readRating(earlier)).toEqual({ verifiedName: null, quality: 'high', peoplePerDay: 1_000 });
  expect(earlier.requests).toHaveLength(2);
});

test.each([
  ['a refusal', [{ httpStatus: 401, body: { error: { code: 190, message: 'expired' } } }]],
  ['an outage', []],
])('returns no rating for %s', async (_what, answers) => {
  await expect(readRating(graph(...answers))).rejects.toThrow();
});

test('asks Meta once a minute, and immediately for other settings', async () => {
  let nowMs = 0;
  const rating = (quality_rating: string) => ({ httpStatus: 200, body: { quality_rating } });
  const read = ratingReader(graph(rating('GREEN'), rating('RED'), rating('YELLOW')), () => nowMs);
  expect((await read(SETTINGS)).quality).toBe('high');
  nowMs = 59_000;
  expect((await read(SETTINGS)).quality).toBe('high');
  nowMs = 61_000;
  expect((await read(SETTINGS)).quality).toBe('low');
  expect((await read({ ...SETTINGS, phoneNumberId: '2' })).quality).toBe('medium');
});
