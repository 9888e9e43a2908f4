import { MAX_OPTION_LENGTH, MAX_POLL_OPTIONS, MIN_POLL_OPTIONS } from '@switchyard/contracts/messages/limits';
import type { MessagePoll } from '@switchyard/contracts/messages/message';

/** A poll being written. Options have keys, so that moving one is not mistaken for editing two. */
export interface PollDraft {
  options: PollOption[];
  /** Maximum options a person may choose; 0 for no limit. */
  selectable: number;
}

export interface PollOption {
  key: number;
  text: string;
}

let lastKey = 0;
export const newOption = (text = ''): PollOption => {
  lastKey += 1;
  return { key: lastKey, text };
};

export const newPoll = (): PollDraft => ({ options: [newOption(), newOption()], selectable: 1 });

export const pollDraftOf = ({ options, selectable }: MessagePoll): PollDraft => ({
  options: options.map((text) => newOption(text)),
  selectable,
});

/** The poll to send, without empty options at the end. */
export function pollOf({ options, selectable }: PollDraft): MessagePoll {
  const texts = options.map((option) => option.text.trim());
  const last = texts.findLastIndex((text) => text !== '');
  return { options: texts.slice(0, Math.max(last + 1, MIN_POLL_OPTIONS)), selectable };
}

export const canAdd = ({ options }: PollDraft): boolean => options.length < MAX_POLL_OPTIONS;
export const canRemove = ({ options }: PollDraft): boolean => options.length > MIN_POLL_OPTIONS;

export type PollFault = 'optionMissing' | 'optionRepeated' | 'optionTooLong';

/** Errors by index of the option. */
export function pollFaults(draft: PollDraft): [place: number, fault: PollFault][] {
  const { options } = pollOf(draft);
  return options.flatMap((text, index): [number, PollFault][] => {
    if (text === '') return [[index, 'optionMissing']];
    if (text.length > MAX_OPTION_LENGTH) return [[index, 'optionTooLong']];
    return options.indexOf(text) < index ? [[index, 'optionRepeated']] : [];
  });
}
