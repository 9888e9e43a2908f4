import { useEffect, useRef, useState } from 'react';
import { joinTabs, type Locks } from './tab-leader.ts';

export interface TabLead {
  /**
   * Why this tab only shows: another acts, or the page came over plain http, where no tab can tell whether it is alone.
   * Null: this one acts.
   */
  onlyShows: 'otherTab' | 'insecure' | null;
  /** Whether this tab acts; also right between two drawings. */
  ref: { readonly current: boolean };
}

/** Browsers keep them from pages that came over plain http. */
const locks = (): Locks | undefined => navigator.locks;

/** Whether this is the one tab of this browser that acts on its own under `name`. */
export function useTabLeader(name: string): TabLead {
  const [isLeader, setIsLeader] = useState(false);
  const ref = useRef(false);
  useEffect(() => {
    const offered = locks();
    if (!offered) return;
    const set = (leads: boolean) => {
      ref.current = leads;
      setIsLeader(leads);
    };
    const leave = joinTabs(name, offered, () => set(true));
    return () => {
      leave();
      set(false);
    };
  }, [name]);
  if (isLeader) return { onlyShows: null, ref };
  return { onlyShows: locks() ? 'otherTab' : 'insecure', ref };
}
