import type { LiveEvent } from '@switchyard/contracts/domains';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { api } from '../api/client.ts';
import { socketId } from '../api/request-headers.ts';
import { connectLive, type LiveConnection, type LiveState } from './live-connection.ts';

/** Exported for the tests, which publish events without a broker. */
export const LiveContext = createContext<LiveConnection | null>(null);

const connecting: LiveState = { is: 'connecting', since: new Date() };

/**
 * Delay of the catch-up after the first connection; a change between the screen's first fetch and the connection
 * appears this much later.
 */
const FIRST_CATCH_UP_MS = 2_000;

/** Provides live updates to everything below it; the MQTT client is loaded after the screen. */
export function LiveProvider({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const [connection, setConnection] = useState<LiveConnection | null>(null);
  const queries = useQueryClient();

  // biome-ignore lint/correctness/useExhaustiveDependencies: topics depend on the workspace
  useEffect(() => {
    let made: LiveConnection | undefined;
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void import('./open-mqtt.ts').then(({ openMqtt }) => {
      if (isUnmounted) return;
      made = connectLive(() => api.live.ticket(), openMqtt, socketId);
      const catchUp = () => void queries.invalidateQueries();
      made.onCatchUp(() => {
        // Little can have been missed so far, and the newly opened screen has priority.
        if (timer === undefined) timer = setTimeout(catchUp, FIRST_CATCH_UP_MS);
        else catchUp();
      });
      setConnection(made);
    });
    const retryNow = () => made?.retryNow();
    window.addEventListener('online', retryNow);
    return () => {
      window.removeEventListener('online', retryNow);
      isUnmounted = true;
      clearTimeout(timer);
      made?.close();
      setConnection(null);
    };
  }, [queries, workspaceId]);

  return <LiveContext value={connection}>{children}</LiveContext>;
}

/** Whether the screen is current. */
export function useLiveState(): LiveState {
  const connection = useContext(LiveContext);
  return useSyncExternalStore(
    (listener) => connection?.onState(listener) ?? (() => undefined),
    () => connection?.state() ?? connecting,
  );
}

/** Calls `handle` with each live event of the workspace while the component is mounted. */
export function useLiveEvents(handle: (event: LiveEvent) => void): void {
  const connection = useContext(LiveContext);
  const latest = useEffectEvent(handle);
  useEffect(() => connection?.onEvent((event) => latest(event)), [connection]);
}
