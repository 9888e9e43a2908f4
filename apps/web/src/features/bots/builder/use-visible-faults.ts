import type { FlowFault } from '@switchyard/contracts/bots/flow';
import { type FocusEvent, useState } from 'react';

const keyOf = ({ nodeId, field, message }: FlowFault) => JSON.stringify([nodeId, field, message]);

/**
 * The faults to show. For the step whose field has the focus, new ones appear only once the field is left; fixed ones
 * disappear at once.
 */
export function useVisibleFaults(faults: readonly FlowFault[], chosen: ReadonlySet<string>) {
  const [held, setHeld] = useState<{ id: string; visible: ReadonlySet<string> } | null>(null);
  const holds = (id: string | null) => held !== null && held.id === id && chosen.has(held.id);
  const visible = faults.filter((fault) => !holds(fault.nodeId) || held?.visible.has(keyOf(fault)));
  return {
    visible,
    /** A new step: show none of its faults until its first field is left. */
    holdNew: (id: string) => setHeld({ id, visible: new Set() }),
    fields: {
      onFocus: (event: FocusEvent) => {
        const [id] = chosen;
        if (!id || !event.target.matches('input, textarea, select')) return;
        if (!holds(id)) setHeld({ id, visible: new Set(visible.map(keyOf)) });
      },
      onBlur: (event: FocusEvent) => {
        if (event.target.matches('input, textarea, select')) setHeld(null);
      },
    },
  };
}
