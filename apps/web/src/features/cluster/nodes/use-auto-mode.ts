import {
  AUTO_CHECK_MS,
  type Cooldowns,
  type PressureNode,
  terminateTarget,
  withCooldown,
} from '@switchyard/cluster-rules/memory-pressure';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AUTO_KEYS, claimAutoRun, readAutoMemory, writeAutoMode, writeCooldowns } from '../tabs/auto-memory.ts';
import { type TabLead, useTabLeader } from '../tabs/use-tab-leader.ts';

export interface AutoMode {
  isAuto: boolean;
  toggle: () => void;
  passiveReason: TabLead['passiveReason'];
  cooldowns: Cooldowns;
  lastAutoMs: number | null;
  /** A terminate signal was sent to a pod of this node, which now cools down for 20 minutes. */
  startCooldown: (nodeName: string) => void;
}

/**
 * Auto mode of the nodes monitor, remembered between visits and shared by the tabs of this browser; only one of them
 * acts.
 * @param nodes those on which it may act now; none while their state is not current
 * @param act terminates the pod; it reports its own failures, and decides whether the node cools down
 */
export function useAutoMode<Node extends PressureNode>(
  nodes: () => readonly Node[],
  act: (found: { node: Node; pod: Node['pods'][number] }) => Promise<void>,
): AutoMode {
  const [memory, setMemory] = useState(() => readAutoMemory(window.localStorage));
  const leader = useTabLeader('switchyard-nodes-monitor');
  const latest = useRef({ nodes, act });
  latest.current = { nodes, act };
  const reload = useCallback(() => setMemory(readAutoMemory(window.localStorage)), []);

  const startCooldown = useCallback(
    (nodeName: string) => {
      const { cooldowns } = readAutoMemory(window.localStorage);
      writeCooldowns(window.localStorage, withCooldown(cooldowns, nodeName, Date.now()));
      reload();
    },
    [reload],
  );

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === null || Object.values<string>(AUTO_KEYS).includes(event.key)) reload();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [reload]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (!leader.ref.current) return;
      const { cooldowns } = readAutoMemory(window.localStorage);
      const found = terminateTarget(latest.current.nodes(), cooldowns, Date.now());
      // The interval is claimed only when there is something to do, so that later pressure need not wait for it.
      if (!found || !claimAutoRun(window.localStorage, Date.now())) return;
      void latest.current.act(found as never);
    }, AUTO_CHECK_MS);
    return () => clearInterval(timer);
  }, [leader.ref]);

  const toggle = () => {
    writeAutoMode(window.localStorage, !memory.isAuto);
    reload();
  };
  return { ...memory, toggle, passiveReason: leader.passiveReason, startCooldown };
}
