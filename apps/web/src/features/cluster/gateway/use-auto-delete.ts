import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DELETE_COUNTDOWN_OFF, type DeleteEvent, stepDeleteCountdown } from '../rules/countdowns.ts';
import { isCurrent } from '../rules/lists-feed.ts';
import type { GatewayPodView } from './gateway-pods.ts';
import type { Gateway } from './use-gateway.ts';

const TICK_MS = 250;

export type AutoDelete = ReturnType<typeof useAutoDelete>;

/**
 * Auto-delete of the gateway console (spec 001 section 4): counts down, reads the status, waits, and has the candidates deleted.
 * @param act deletes the candidates of these pods
 * @param mayAct false in all tabs of this browser but one
 */
export function useAutoDelete(
  { refresh, store }: Gateway,
  act: (pods: readonly GatewayPodView[]) => Promise<void>,
  mayAct: { readonly current: boolean },
) {
  const [countdown, setCountdown] = useState(DELETE_COUNTDOWN_OFF);
  const machine = useRef(countdown);
  const found = useRef<readonly GatewayPodView[]>([]);

  const step = useEffectEvent((kind: DeleteEvent['kind']) => {
    const { state, effect } = stepDeleteCountdown(machine.current, { kind }, Date.now());
    machine.current = state;
    setCountdown(state);
    if (effect === 'refresh') {
      void refresh().then(({ pods }) => {
        found.current = pods ?? [];
        // A pod of an old picture may have recovered since.
        step(pods && isCurrent(store.feed) ? 'refreshed' : 'refresh-failed');
      });
    }
    if (effect === 'delete') {
      void (mayAct.current ? act(found.current) : Promise.resolve()).finally(() => step('deleted'));
    }
  });
  useEffect(() => {
    const timer = setInterval(() => step('tick'), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return { countdown, toggle: () => step('toggled'), now: () => step('clicked') };
}
