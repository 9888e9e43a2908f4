import type { Message } from '@switchyard/contracts/message';
import type { MediaType } from '@switchyard/contracts/message-body';
import { IconChartBar, IconFile, IconMusic, IconPhoto, IconVideo, type TablerIcon } from '@tabler/icons-react';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';

/** What a message is beside words, in the user's terms. */
export type CarriedKind = MediaType | 'poll';

export const KIND_ICONS: Record<CarriedKind, TablerIcon> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconFile,
  poll: IconChartBar,
};

/** Null: it is only text. */
export const carriedKind = ({ attachment, poll }: Pick<Message, 'attachment' | 'poll'>): CarriedKind | null =>
  attachment?.media ?? (poll ? 'poll' : null);

/** The words of a message, or the name of the file that goes without any. */
export const wordsOf = ({ message, attachment }: Pick<Message, 'message' | 'attachment'>): string =>
  message === '' ? (attachment?.fileName ?? '') : message;

/** `1.4 MB`, `12 kB`. */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes >= 1_000_000 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, bytes / 1e3), 'kilobyte'];
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(currentLanguage(), format).format(value);
}
