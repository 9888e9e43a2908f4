import type { Message } from '@switchyard/contracts/messages/message';
import type { MouseEvent } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { BulkOutcome } from '../components/bulk-outcome.tsx';
import { countOf } from '../components/selection.ts';
import { isChosen, NOTHING_CHOSEN, upTo, withOne } from './calendar-choice.ts';
import type { CalendarAnswer } from './calendar-messages.ts';
import type { CalendarFilters } from './calendar-search.ts';

/** Loaded when the first message is selected. */
const BulkBar = lazy(async () => ({ default: (await import('../components/bulk-bar.tsx')).BulkBar }));
const BulkOutcomeNotice = lazy(async () => ({
  default: (await import('../components/bulk-outcome.tsx')).BulkOutcomeNotice,
}));

/**
 * Selection in the calendar (with Ctrl and Shift, by keyboard, or by click while `isChoosing`) and its bulk actions.
 * @param inSight ids of the messages with an entry of their own, in chronological order
 */
export function useChoice(inSight: readonly string[], answer: CalendarAnswer | undefined, filters: CalendarFilters) {
  const [choice, setChoice] = useState(NOTHING_CHOSEN);
  const [isChoosing, setIsChoosing] = useState(false);
  const [outcome, setOutcome] = useState<(BulkOutcome & { at: number }) | null>(null);
  const { chosen } = choice;
  const count = countOf(chosen);
  const none = () => {
    setChoice(NOTHING_CHOSEN);
    setIsChoosing(false);
  };
  const chooseOne = (id: string) => setChoice((before) => withOne(before, id, inSight));
  return {
    isChoosing,
    setIsChoosing: (is: boolean) => (is ? setIsChoosing(true) : none()),
    count,
    none,
    /** Called when the visible window changes: "all matching" would then mean different messages. */
    onOther: () => chosen.kind === 'matching' && none(),
    chooseOne,
    isChosen: ({ _id }: Message) => (count > 0 || isChoosing ? isChosen(chosen, _id) : undefined),
    onReach: (from: string, to: string) =>
      setChoice((before) => upTo(isChosen(before.chosen, from) ? before : withOne(before, from, inSight), to, inSight)),
    /** @returns true if the click changed the selection and must not open the message */
    clicked: ({ _id }: Message, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => {
      if (shiftKey) setChoice((before) => upTo(before, _id, inSight));
      else if (ctrlKey || metaKey || isChoosing) chooseOne(_id);
      else return false;
      return true;
    },
    bar:
      count > 0 ? (
        <Suspense fallback={null}>
          <BulkBar
            chosen={chosen}
            total={answer?.total ?? 0}
            totalIsExact
            isCounting={false}
            onChooseAll={() => {
              if (!answer) return;
              const { dueFrom, dueTo, total } = answer;
              setChoice({
                chosen: { kind: 'matching', matching: { ...filters, dueFrom, dueTo }, expected: total },
                from: null,
              });
            }}
            onClear={none}
            onDone={(done) => {
              none();
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
