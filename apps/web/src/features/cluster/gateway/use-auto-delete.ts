import { DELETE_COUNTDOWN_OFF, type DeleteCountdown } from '@switchyard/cluster-rules/auto-delete';
import { type AutoDeleteMessage, SharedAutoDelete } from '@switchyard/cluster-rules/shared-auto-delete';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isCurrent } from '../rules/lists-feed.ts';
import type { TabLead } from '../tabs/use-tab-leader.ts';
import { isCandidate } from './gateway-filters.ts';
import type { GatewayPodView } from './gateway-pods.ts';
import type { Gateway } from './use-gateway.ts';

const TICK_MS = 250;
/** Broadcast channel between the tabs of this browser. */
const CHANNEL = 'switchyard-auto-delete';

export interface AutoDelete {
  /** Shared by all tabs of this browser. */
  countdown: DeleteCountdown;
  toggle: () => void;
  now: () => void;
}

/**
 * Auto-delete of the gateway console (spec 001 section 4): counts down, reads the status, waits, and has the candidates
 * deleted. The tabs of a browser share it; one of them acts.
 * @param act deletes the candidates among these pods
 * @param isServerRule the server does it itself, which turns the tabs' own off
 */
export function useAutoDelete(
  { refresh, store }: Gateway,
  act: (pods: readonly GatewayPodView[]) => Promise<void>,
  leader: TabLead,
  isServerRule: boolean,
): AutoDelete {
  const [countdown, setCountdown] = useState(DELETE_COUNTDOWN_OFF);
  const shared = useRef<SharedAutoDelete | null>(null);
  const found = useRef<readonly GatewayPodView[]>([]);
  const read = useEffectEvent(async () => {
    const { pods } = await refresh();
    found.current = pods ?? [];
    // A pod in an outdated state may have recovered since.
    return pods !== null && isCurrent(store.feed);
  });
  // A pod that recovered during the wait is not a failure to report.
  const deleteFound = useEffectEvent(() =>
    act(
      found.current.filter(({ pod, sessions }) => {
        const now = store.pod(pod.uid)?.pod;
        return now !== undefined && isCandidate({ pod: now, sessions });
      }),
    ),
  );

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    const tab = new SharedAutoDelete({
      nowMs: Date.now,
      send: (message) => channel.postMessage(message),
      refresh: () => read(),
      deleteCandidates: () => deleteFound(),
      onState: setCountdown,
    });
    channel.onmessage = ({ data }: MessageEvent<AutoDeleteMessage>) => tab.receive(data);
    shared.current = tab;
    const timer = setInterval(() => tab.tick(), TICK_MS);
    return () => {
      clearInterval(timer);
      tab.leave();
      channel.close();
    };
  }, []);
  const acts = leader.passiveReason === null;
  useEffect(() => {
    if (acts) shared.current?.lead();
  }, [acts]);
  const isOn = countdown.phase !== 'off';
  useEffect(() => {
    if (acts && isServerRule && isOn) shared.current?.dispatch('toggled');
  }, [acts, isServerRule, isOn]);
  return {
    countdown,
    toggle: () => shared.current?.dispatch('toggled'),
    now: () => shared.current?.dispatch('clicked'),
  };
}
