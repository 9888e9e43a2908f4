import type { BotSessionStatus } from '@switchyard/contracts/bots/bot-events';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api, apiQuery } from '../../../lib/api/client.ts';
import type { TestProgress } from './canvas.tsx';

const MAX_EVENTS = 1_000;
/** Delays of a few seconds pass on their own, as do calls to another server. */
const POLL_INTERVAL_MS = 2_000;

/** A test conversation with the draft on the real runtime, which sends nothing; and the steps it has passed. */
export function useTestChat(botId: string, save: () => Promise<void>) {
  const queries = useQueryClient();
  const [sessionId, setSessionId] = useState<string | null>(null);
  const ofSession = sessionId === null ? skipToken : { id: sessionId };
  const session = useQuery(
    apiQuery.bots.session.queryOptions({
      input: ofSession,
      refetchInterval: ({ state }) => (isRunning(state.data?.status) ? POLL_INTERVAL_MS : false),
    }),
  );
  const events = useQuery(
    apiQuery.bots.sessionEvents.queryOptions({
      input: sessionId === null ? skipToken : { id: sessionId, limit: MAX_EVENTS },
    }),
  );
  const { updatedAt } = session.data ?? {};
  useEffect(() => {
    if (updatedAt) void queries.invalidateQueries({ queryKey: apiQuery.bots.sessionEvents.key() });
  }, [updatedAt, queries]);
  /** Id of the test, so that a late answer of an earlier one does not appear in the next. */
  const test = useRef(0);
  const say = useMutation({
    mutationFn: async (text: string) => {
      const own = test.current;
      if (sessionId !== null) return { own, session: await api.bots.sayInTest({ id: sessionId, text }) };
      await save();
      return { own, session: await api.bots.startTest({ id: botId, text }) };
    },
    onSuccess: async ({ own, session: { _id } }) => {
      if (own !== test.current) return;
      setSessionId(_id);
      await queries.invalidateQueries({ queryKey: apiQuery.bots.session.key({ input: { id: _id } }) });
    },
  });
  const progress = useMemo<TestProgress | null>(() => {
    if (sessionId === null) return null;
    const passed = new Set((events.data?.data ?? []).flatMap(({ nodeId }) => (nodeId === null ? [] : [nodeId])));
    return { passed, now: session.data?.nodeId ?? null };
  }, [sessionId, events.data, session.data]);
  return {
    session: sessionId === null ? null : (session.data ?? null),
    progress,
    /** It waits for a time, not for a reply. */
    isDelayed: session.data?.status === 'waiting' && events.data?.data.at(-1)?.eventType === 'delay_started',
    say,
    restart: () => {
      test.current += 1;
      setSessionId(null);
      say.reset();
    },
  };
}

const isRunning = (status: BotSessionStatus | undefined): boolean => status === 'active' || status === 'waiting';
