import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { invalidateAfterChange } from './invalidate.ts';

const RETRIES = 2;

/** @param onElsewhere called when the server says that the user is no longer signed in, or not in this workspace */
export function createQueryClient(onElsewhere: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && (error.status === 401 || error.code === 'WORKSPACE_LEFT')) onElsewhere();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSettled: (_data, _error, _variables, _result, { options }, { client }) =>
        invalidateAfterChange(client, options),
    }),
    defaultOptions: {
      queries: {
        // Live updates report changes; this covers the rest.
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
      },
    },
  });
}

/** Worth a retry: no response, or a server error. A refusal is not. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
