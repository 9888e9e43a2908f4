import { useEffect, useRef, useState } from 'react';
import { joinTabs } from './tab-leader.ts';

/** Whether this is the one tab of this browser that acts on its own under `name`; `ref` tells the same between two drawings. */
export function useTabLeader(name: string): { isLeader: boolean; ref: { readonly current: boolean } } {
  const [isLeader, setIsLeader] = useState(false);
  const ref = useRef(false);
  useEffect(() => {
    const parts = {
      locks: navigator.locks,
      storage: window.localStorage,
      holder: crypto.randomUUID(),
      nowMs: () => Date.now(),
    };
    const tab = joinTabs(name, parts, (leads) => {
      ref.current = leads;
      setIsLeader(leads);
    });
    return () => tab.stop();
  }, [name]);
  return { isLeader, ref };
}
