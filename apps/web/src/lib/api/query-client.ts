import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { readAfterChange } from './read-again.ts';

const RETRIES = 2;

/** @param onElsewhere called when the server says that nobody is signed in any more, or not in this workspace */
export function createQueryClient(onElsewhere: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && (error.status === 401 || error.code === 'WORKSPACE_LEFT')) onElsewhere();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSettled: (_data, _error, _variables, _result, { options }, { client }) => readAfterChange(client, options),
    }),
    defaultOptions: {
      queries: {
        // Live updates tell what has changed; this is for what they do not cover.
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
    },
  });
}

/** Worth another try: no answer, or the server is in trouble. Not: a refusal. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
