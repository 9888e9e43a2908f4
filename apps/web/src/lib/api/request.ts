import { learnServerClock } from '../clock/server-clock.ts';
import { errorFromBody, errorFromFailure } from './api-error.ts';
import { requestHeaders } from './request-headers.ts';

const TIMEOUT_MS = 30_000;

/**
 * A JSON call for the screens before sign-in; all others use the typed client.
 * @param given `asSelf`: as the signed-in user, even if the address names a supported user
 * @throws ApiError
 */
export async function requestJson<Answer>(
  path: string,
  options: { method?: string; body?: unknown; asSelf?: boolean } = {},
): Promise<Answer> {
  const requestedAtMs = Date.now();
  const response = await fetch(path, {
    method: options.method ?? 'GET',
    headers: {
      ...requestHeaders(options.asSelf ? '' : undefined),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((failure: unknown) => {
    throw errorFromFailure(failure);
  });
  learnServerClock(response, requestedAtMs);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorFromBody(body, response.status, response.headers.get('x-request-id'));
  return body as Answer;
}
