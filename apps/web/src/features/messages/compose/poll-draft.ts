import { MAX_OPTION_LENGTH, MAX_POLL_OPTIONS, MIN_POLL_OPTIONS } from '@switchyard/contracts/message-limits';
import type { MessagePoll } from '@switchyard/contracts/messages';

/** A poll while it is made. Each option has a key of its own, so that moving one is not mistaken for writing two. */
export interface PollDraft {
  options: { key: number; text: string }[];
  /** How many options one person may choose; 0: any number. */
  selectable: number;
}

let lastKey = 0;
const optionOf = (text: string) => {
  lastKey += 1;
  return { key: lastKey, text };
};

export const newPoll = (): PollDraft => ({ options: ['', ''].map(optionOf), selectable: 1 });

export const pollDraftOf = ({ options, selectable }: MessagePoll): PollDraft => ({
  options: options.map(optionOf),
  selectable,
});

/** What is sent. Options left empty at the end are no options. */
export function pollOf({ options, selectable }: PollDraft): MessagePoll {
  const texts = options.map((option) => option.text.trim());
  const last = texts.findLastIndex((text) => text !== '');
  return { options: texts.slice(0, Math.max(last + 1, MIN_POLL_OPTIONS)), selectable };
}

export const canAdd = ({ options }: PollDraft): boolean => options.length < MAX_POLL_OPTIONS;
export const canRemove = ({ options }: PollDraft): boolean => options.length > MIN_POLL_OPTIONS;

/** An empty option after the one at `place`. @returns the draft, and the key of the new option; null: it has as many as a poll can have. */
export function addAfter(draft: PollDraft, place: number): { draft: PollDraft; key: number } | null {
  if (!canAdd(draft)) return null;
  const option = optionOf('');
  return { draft: { ...draft, options: draft.options.toSpliced(place + 1, 0, option) }, key: option.key };
}

export const removeAt = (draft: PollDraft, place: number): PollDraft =>
  canRemove(draft) ? { ...draft, options: draft.options.toSpliced(place, 1) } : draft;

/** Moves an option one place up (-1) or down (1); at the end it stays. */
export function move(draft: PollDraft, place: number, by: -1 | 1): PollDraft {
  const option = draft.options[place];
  const to = place + by;
  if (!option || to < 0 || to >= draft.options.length) return draft;
  return { ...draft, options: draft.options.toSpliced(place, 1).toSpliced(to, 0, option) };
}

export type PollFault = 'optionMissing' | 'optionRepeated' | 'optionTooLong';

/** Faults by the place of the option. */
export function pollFaults(draft: PollDraft): Map<number, PollFault> {
  const { options } = pollOf(draft);
  return new Map(
    options.flatMap((text, at): [number, PollFault][] => {
      if (text === '') return [[at, 'optionMissing']];
      if (text.length > MAX_OPTION_LENGTH) return [[at, 'optionTooLong']];
      return options.indexOf(text) < at ? [[at, 'optionRepeated']] : [];
    }),
  );
}
