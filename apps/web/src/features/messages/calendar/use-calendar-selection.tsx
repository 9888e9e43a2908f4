import type { Message } from '@switchyard/contracts/messages/message';
import type { MouseEvent } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { BulkOutcome } from '../components/bulk-outcome.tsx';
import { countOf } from '../components/selection.ts';
import type { CalendarAnswer } from './calendar-messages.ts';
import type { CalendarFilters } from './calendar-search.ts';
import { extendSelection, isSelected, NOTHING_SELECTED, toggleMessage } from './calendar-selection.ts';

/** Loaded when the first message is selected. */
const BulkBar = lazy(async () => ({ default: (await import('../components/bulk-bar.tsx')).BulkBar }));
const BulkOutcomeNotice = lazy(async () => ({
  default: (await import('../components/bulk-outcome.tsx')).BulkOutcomeNotice,
}));

/**
 * Selection in the calendar (with Ctrl and Shift, by keyboard, or by click while `isChoosing`) and its bulk actions.
 * @param visibleIds ids of the messages with an entry of their own, in chronological order
 */
export function useCalendarSelection(
  visibleIds: readonly string[],
  answer: CalendarAnswer | undefined,
  filters: CalendarFilters,
) {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [isSelecting, setIsSelecting] = useState(false);
  const [outcome, setOutcome] = useState<(BulkOutcome & { at: number }) | null>(null);
  const { selected } = selection;
  const count = countOf(selected);
  const clear = () => {
    setSelection(NOTHING_SELECTED);
    setIsSelecting(false);
  };
  const toggle = (id: string) => setSelection((before) => toggleMessage(before, id, visibleIds));
  return {
    isSelecting,
    setIsSelecting: (is: boolean) => (is ? setIsSelecting(true) : clear()),
    count,
    clear,
    /** Called when the visible window changes: "all matching" would then mean different messages. */
    onWindowChange: () => selected.kind === 'matching' && clear(),
    toggle,
    isSelected: ({ _id }: Message) => (count > 0 || isSelecting ? isSelected(selected, _id) : undefined),
    onExtend: (from: string, to: string) =>
      setSelection((before) =>
        extendSelection(
          isSelected(before.selected, from) ? before : toggleMessage(before, from, visibleIds),
          to,
          visibleIds,
        ),
      ),
    /** @returns true if the click changed the selection and must not open the message */
    handleClick: ({ _id }: Message, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => {
      if (shiftKey) setSelection((before) => extendSelection(before, _id, visibleIds));
      else if (ctrlKey || metaKey || isSelecting) toggle(_id);
      else return false;
      return true;
    },
    bar:
      count > 0 ? (
        <Suspense fallback={null}>
          <BulkBar
            selected={selected}
            total={answer?.total ?? 0}
            totalIsExact
            isCounting={false}
            onChooseAll={() => {
              if (!answer) return;
              const { dueFrom, dueTo, total } = answer;
              setSelection({
                selected: { kind: 'matching', matching: { ...filters, dueFrom, dueTo }, expected: total },
                from: null,
              });
            }}
            onClear={clear}
            onDone={(done) => {
              clear();
              setOutcome({ ...done, at: performance.now() });
            }}
          />
        </Suspense>
      ) : undefined,
    notice: outcome && (
      <Suspense fallback={null}>
        <BulkOutcomeNotice key={outcome.at} outcome={outcome} onClose={() => setOutcome(null)} />
      </Suspense>
    ),
  };
}
