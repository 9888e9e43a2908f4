import { learnServerClock } from '../clock/server-clock.ts';
import { errorFromBody, errorFromFailure } from './api-error.ts';
import { requestHeaders } from './request-headers.ts';

const TIMEOUT_MS = 30_000;

/**
 * A JSON call for the screens before sign-in; all others use the typed client.
 * @param given `asOneself`: as the signed-in user, even if the address names a supported user
 * @throws ApiError
 */
export async function requestJson<Answer>(
  path: string,
  given: { method?: string; body?: unknown; asOneself?: boolean } = {},
): Promise<Answer> {
  const askedAtMs = Date.now();
  const response = await fetch(path, {
    method: given.method ?? 'GET',
    headers: {
      ...requestHeaders(given.asOneself ? '' : undefined),
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((failure: unknown) => {
    throw errorFromFailure(failure);
  });
  learnServerClock(response, askedAtMs);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorFromBody(body, response.status, response.headers.get('x-request-id'));
  return body as Answer;
}
