import type { GatewayPod, GatewayStatus } from '@switchyard/contracts/cluster';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { nextTask } from '../feed/next-task.ts';
import {
  DELETE_COUNTDOWN_OFF,
  type DeleteCountdown,
  type DeleteEvent,
  type RefreshCountdown,
  refreshEnded,
  startRefreshCountdown,
  stepDeleteCountdown,
  tickRefreshCountdown,
  toggleRefreshCountdown,
} from '../rules/countdowns.ts';
import { isCurrent } from '../rules/lists-feed.ts';
import { gatewayFailed } from '../rules/messages.ts';

const TICK_MS = 250;

export interface Gateway {
  status: GatewayStatus | null;
  failure: string | null;
  isLoading: boolean;
  /** When the status was read, by this clock. */
  readAtMs: number | null;
  refresh: () => Promise<GatewayStatus | null>;
  refreshCountdown: RefreshCountdown;
  toggleRefresh: () => void;
  deleteCountdown: DeleteCountdown;
  toggleDelete: () => void;
  deleteNow: () => void;
}

/**
 * The gateway status with its two countdowns (spec 001 section 4).
 * @param onStatus told of every status that was read
 * @param autoDelete deletes the candidates of a status; called by auto-delete's countdown only
 * @param mayAct false in all tabs of this browser but one
 */
export function useGateway(
  onStatus: (status: GatewayStatus) => void,
  autoDelete: (pods: readonly GatewayPod[]) => Promise<void>,
  mayAct: { readonly current: boolean },
): Gateway {
  const [status, setStatus] = useState<GatewayStatus | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [readAtMs, setReadAtMs] = useState<number | null>(null);
  const [refreshCountdown, setRefreshCountdown] = useState(() => startRefreshCountdown(Date.now()));
  const [deleteCountdown, setDeleteCountdown] = useState<DeleteCountdown>(DELETE_COUNTDOWN_OFF);
  const machines = useRef({ refresh: refreshCountdown, delete: deleteCountdown });
  const running = useRef<Promise<GatewayStatus | null> | null>(null);
  const latest = useRef({ onStatus, autoDelete, mayAct });
  latest.current = { onStatus, autoDelete, mayAct };

  const setRefresh = useCallback((state: RefreshCountdown) => {
    machines.current.refresh = state;
    setRefreshCountdown(state);
  }, []);

  const refresh = useCallback(() => {
    running.current ??= (async () => {
      setIsLoading(true);
      try {
        const found = await api.cluster.gatewayStatus();
        // Of a large cluster each of the three takes a while: the page answers in between.
        await nextTask();
        startTransition(() => {
          setStatus(found);
          setFailure(null);
          setReadAtMs(Date.now());
        });
        await nextTask();
        latest.current.onStatus(found);
        return found;
      } catch (error) {
        setFailure(gatewayFailed((error as Error).message));
        return null;
      } finally {
        running.current = null;
        setIsLoading(false);
        setRefresh(refreshEnded(machines.current.refresh, Date.now()));
      }
    })();
    return running.current;
  }, [setRefresh]);

  const step = useCallback(
    (kind: DeleteEvent['kind']) => {
      const { state, effect } = stepDeleteCountdown(machines.current.delete, { kind }, Date.now());
      if (state !== machines.current.delete) {
        machines.current.delete = state;
        setDeleteCountdown(state);
      }
      if (effect === 'refresh') {
        void refresh().then((found) => {
          statusForDeletion.current = found;
          // A pod of an old picture may have recovered since.
          step(found && isCurrent(found.feed) ? 'refreshed' : 'refresh-failed');
        });
      }
      if (effect === 'delete') {
        const pods = statusForDeletion.current?.pods ?? [];
        const acts = latest.current.mayAct.current ? latest.current.autoDelete(pods) : Promise.resolve();
        void acts.finally(() => step('deleted'));
      }
    },
    [refresh],
  );
  const statusForDeletion = useRef<GatewayStatus | null>(null);

  useEffect(() => {
    void refresh();
    const timer = setInterval(() => {
      const tick = tickRefreshCountdown(machines.current.refresh, Date.now());
      if (tick.refresh) {
        setRefresh(tick.state);
        void refresh();
      }
      step('tick');
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [refresh, setRefresh, step]);

  return {
    status,
    failure,
    isLoading,
    readAtMs,
    refresh,
    refreshCountdown,
    toggleRefresh: () => setRefresh(toggleRefreshCountdown(machines.current.refresh, Date.now())),
    deleteCountdown,
    toggleDelete: () => step('toggled'),
    deleteNow: () => step('clicked'),
  };
}
