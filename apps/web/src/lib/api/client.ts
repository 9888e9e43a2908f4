import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { contract } from '@switchyard/contracts';
import { learnServerClock } from '../clock/server-clock.ts';
import { ApiError, errorFromBody, errorFromFailure, unreadableAnswer } from './api-error.ts';
import { requestHeaders } from './request-headers.ts';

const TIMEOUT_MS = 60_000;

/** Something in between answered for the server, such as a network's sign-in page. */
const isPage = ({ ok, headers }: Response) => ok && (headers.get('content-type') ?? '').startsWith('text/html');

const link = new OpenAPILink(contract, {
  url: () => `${window.location.origin}/api`,
  headers: () => requestHeaders(),
  fetch: async (request, init) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const requestedAtMs = Date.now();
    try {
      const answer = await fetch(request, { ...init, signal });
      learnServerClock(answer, requestedAtMs);
      if (isPage(answer)) throw unreadableAnswer(answer.status);
      return answer;
    } catch (failure) {
      throw request.signal.aborted ? failure : errorFromFailure(failure);
    }
  },
  interceptors: [
    async (call) => {
      try {
        return await call.next();
      } catch (failure) {
        throw failure instanceof ApiError || call.signal?.aborted ? failure : unreadableAnswer(200);
      }
    },
  ],
  customErrorResponseBodyDecoder: (body, response) => {
    const requestId = response.headers['x-request-id'];
    throw errorFromBody(body, response.status, typeof requestId === 'string' ? requestId : null);
  },
});

/**
 * The web API, typed by its contract: `await api.messages.list({ limit: 50 })`. Throws ApiError only (or AbortError).
 */
export const api: ContractRouterClient<typeof contract> = createORPCClient(link);

/** The same as options for TanStack Query: `useQuery(apiQuery.messages.list.queryOptions({ input }))`. */
export const apiQuery = createTanstackQueryUtils(api);
