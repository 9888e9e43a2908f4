import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, apiQuery } from '../../../lib/api/client.ts';
import type { Lit } from './canvas.tsx';

const MOST_EVENTS = 1_000;
/** A delay of some seconds passes by itself. */
const READ_EVERY_MS = 2_000;

/** A conversation with the draft on the real runtime, in which nothing is sent; and where it has been. */
export function useTestChat(botId: string, save: () => Promise<void>) {
  const queries = useQueryClient();
  const [sessionId, setSessionId] = useState<string | null>(null);
  const ofSession = sessionId === null ? skipToken : { id: sessionId };
  const session = useQuery(
    apiQuery.bots.session.queryOptions({
      input: ofSession,
      refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? READ_EVERY_MS : false),
    }),
  );
  const events = useQuery(
    apiQuery.bots.sessionEvents.queryOptions({
      input: sessionId === null ? skipToken : { id: sessionId, limit: MOST_EVENTS },
    }),
  );
  const say = useMutation({
    mutationFn: async (text: string) => {
      if (sessionId !== null) return api.bots.sayInTest({ id: sessionId, text });
      await save();
      return api.bots.startTest({ id: botId, text });
    },
    onSuccess: async ({ _id }) => {
      setSessionId(_id);
      await Promise.all([
        queries.invalidateQueries({ queryKey: apiQuery.bots.session.key({ input: { id: _id } }) }),
        queries.invalidateQueries({ queryKey: apiQuery.bots.sessionEvents.key() }),
      ]);
    },
  });
  const lit = useMemo<Lit | null>(() => {
    if (sessionId === null) return null;
    const passed = new Set((events.data?.data ?? []).flatMap(({ nodeId }) => (nodeId === null ? [] : [nodeId])));
    return { passed, now: session.data?.nodeId ?? null };
  }, [sessionId, events.data, session.data]);
  return {
    session: sessionId === null ? null : (session.data ?? null),
    lit,
    say,
    restart: () => {
      setSessionId(null);
      say.reset();
    },
  };
}
