import { useEffect, useRef, useState } from 'react';
import { joinTabs, type Locks } from './tab-leader.ts';

export interface TabLead {
  /**
   * Why this tab only displays: another one acts, or the page was loaded over plain http, where tabs cannot detect each
   * other. Null: this tab acts.
   */
  passiveReason: 'otherTab' | 'insecure' | null;
  /** Whether this tab acts; also current between renders. */
  ref: { readonly current: boolean };
}

/** Browsers withhold locks from pages loaded over plain http. */
const locks = (): Locks | undefined => navigator.locks;

/** Whether this is the tab of this browser that acts automatically under `name`. */
export function useTabLeader(name: string): TabLead {
  const [isLeader, setIsLeader] = useState(false);
  const ref = useRef(false);
  useEffect(() => {
    const offered = locks();
    if (!offered) return;
    const set = (isNowLeader: boolean) => {
      ref.current = isNowLeader;
      setIsLeader(isNowLeader);
    };
    const leave = joinTabs(name, offered, () => set(true));
    return () => {
      leave();
      set(false);
    };
  }, [name]);
  if (isLeader) return { passiveReason: null, ref };
  return { passiveReason: locks() ? 'otherTab' : 'insecure', ref };
}
