import type { MediaType } from '@switchyard/contracts/messages/body';
import type { Message } from '@switchyard/contracts/messages/message';
import {
  IconChartBar,
  IconFile,
  IconMicrophone,
  IconMusic,
  IconPhoto,
  IconSticker,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';

/** Type of a message's attachment, in the user's terms. */
export type AttachmentKind = MediaType | 'poll';

export const KIND_ICONS: Record<AttachmentKind, TablerIcon> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconFile,
  voice: IconMicrophone,
  sticker: IconSticker,
  poll: IconChartBar,
};

/** Null for plain text. */
export const attachmentKind = ({ attachment, poll }: Pick<Message, 'attachment' | 'poll'>): AttachmentKind | null =>
  attachment?.media ?? (poll ? 'poll' : null);

/** The text of a message, or the name of its file if there is none. */
export const shownText = ({ message, attachment }: Pick<Message, 'message' | 'attachment'>): string =>
  message === '' ? (attachment?.fileName ?? '') : message;
