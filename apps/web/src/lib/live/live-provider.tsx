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

/** Shared with the tests, which tell events without a broker. */
export const LiveContext = createContext<LiveConnection | null>(null);

const connecting: LiveState = { is: 'connecting', since: new Date() };

/** After the first connection; what changed between a screen's reading and that is shown so much later. */
const FIRST_CATCH_UP_MS = 2_000;

/** Live updates for everything below; the MQTT client is loaded after the screen. */
export function LiveProvider({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const [connection, setConnection] = useState<LiveConnection | null>(null);
  const queries = useQueryClient();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has other topics
  useEffect(() => {
    let made: LiveConnection | undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void import('./open-mqtt.ts').then(({ openMqtt }) => {
      if (isGone) return;
      made = connectLive(() => api.live.ticket(), openMqtt, socketId);
      const catchUp = () => void queries.invalidateQueries();
      made.onCatchUp(() => {
        // At first little can have been missed, and the screen that has just opened comes first.
        if (timer === undefined) timer = setTimeout(catchUp, FIRST_CATCH_UP_MS);
        else catchUp();
      });
      setConnection(made);
    });
    const retryNow = () => made?.retryNow();
    window.addEventListener('online', retryNow);
    return () => {
      window.removeEventListener('online', retryNow);
      isGone = true;
      clearTimeout(timer);
      made?.close();
      setConnection(null);
    };
  }, [queries, workspaceId]);

  return <LiveContext value={connection}>{children}</LiveContext>;
}

/** Whether what is on the screen is current. */
export function useLiveState(): LiveState {
  const connection = useContext(LiveContext);
  return useSyncExternalStore(
    (listener) => connection?.onState(listener) ?? (() => undefined),
    () => connection?.state() ?? connecting,
  );
}

/** Calls `handle` with each live event of the workspace while the component is on the screen. */
export function useLiveEvents(handle: (event: LiveEvent) => void): void {
  const connection = useContext(LiveContext);
  const latest = useEffectEvent(handle);
  useEffect(() => connection?.onEvent((event) => latest(event)), [connection]);
}
