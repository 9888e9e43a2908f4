/** WhatsApp's kinds of files; `voice` is a recorded voice note. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Fields common to all kinds of messages. */
interface MessageContent {
  /** The text, a file's caption, a poll's question, a reaction's emoji, or the options voted for. */
  text: string;
  /** The message that this one answers, reacts to or votes in. */
  quotedId?: string;
  /** Whether it is forwarded. */
  isForwarded?: true;
  /** Mentioned members of the group, E.164. */
  mentions?: string[];
  /** The whole message in WhatsApp's encoding, base64, if it came encoded. */
  proto?: string;
}
export interface TextBody extends MessageContent {
  kind: 'text';
}
/** A file. Its bytes are in `SimulatedNetwork.files` under their `sha256` (hex). */
export interface MediaBody extends MessageContent {
  kind: 'media';
  media: MediaType;
  mimeType: string;
  fileName: string | null;
  /** Length of the file. */
  bytes: number;
  sha256: string;
}
export interface PollBody extends MessageContent {
  kind: 'poll';
  options: string[];
  /** Maximum number of options per person; 0 for any number. */
  selectable: number;
}
/** `text` is the emoji; empty removes the reaction. */
export interface ReactionBody extends MessageContent {
  kind: 'reaction';
  quotedId: string;
}
/** A vote in the poll `quotedId`; no options remove the vote. */
export interface VoteBody extends MessageContent {
  kind: 'vote';
  quotedId: string;
  options: string[];
}
export interface OtherBody extends MessageContent {
  kind: 'other';
}
/** The writer of `quotedId` has replaced its text with `text`. */
export interface EditBody extends MessageContent {
  kind: 'edit';
  quotedId: string;
}
/** The writer of `quotedId` has deleted it for everyone. */
export interface DeletionBody extends MessageContent {
  kind: 'deletion';
  quotedId: string;
}
/** Somebody has pinned `quotedId` to the top of its chat for a time, or unpinned it. */
export interface PinBody extends MessageContent {
  kind: 'message-pin';
  quotedId: string;
  isPinned: boolean;
  seconds: number;
}
/**
 * The phone's owner has starred or unstarred a message of `chat`. Sent to the account itself, for its own devices only.
 */
export interface StarBody extends MessageContent {
  kind: 'star';
  quotedId: string;
  chat: string;
  writer: string;
  isStarred: boolean;
}
/** The phone's owner has read `chat`, or marked it as unread. Also sent to the account itself. */
export interface ReadBody extends MessageContent {
  kind: 'read';
  chat: string;
  isUnread?: true;
}
/** The phone owner's settings for `chat`; absent fields are unchanged. Also sent to the account itself. */
export interface SettingBody extends MessageContent {
  kind: 'setting';
  chat: string;
  isArchived?: boolean;
  isPinned?: boolean;
  /** Milliseconds since 1970; negative for ever; null if not muted. */
  mutedUntilMs?: number | null;
}
export type Body =
  | TextBody
  | MediaBody
  | PollBody
  | ReactionBody
  | VoteBody
  | OtherBody
  | EditBody
  | DeletionBody
  | PinBody
  | StarBody
  | ReadBody
  | SettingBody;
export type PrivateBody = StarBody | ReadBody | SettingBody;

/** Whether only the account's own devices receive it. */
export const isPrivate = (body: Body): body is PrivateBody =>
  body.kind === 'star' || body.kind === 'read' || body.kind === 'setting';
/** Whether the body is a message somebody wrote, rather than an act on one. */
export const isWritten = ({ kind }: Body): boolean =>
  kind === 'text' || kind === 'media' || kind === 'poll' || kind === 'other';

/** How long after it was written a message can be edited, or deleted for everyone. */
export const CHANGE_WINDOW_MS = { edit: 15 * 60_000, deletion: 60 * 60 * 60_000 };

const MAX_TEXT_LENGTH = 65_535;
const MAX_POLL_OPTIONS = 12;

/** What is wrong with a body; null if nothing. Doesn't check whether its file exists. */
export function faultOf(body: Body): string | null {
  if (body.text.length > MAX_TEXT_LENGTH) return `a text has at most ${MAX_TEXT_LENGTH} characters`;
  switch (body.kind) {
    case 'media':
      return body.bytes > 0 ? null : 'an empty file';
    case 'poll': {
      const { options, selectable } = body;
      if (options.length < 2 || options.length > MAX_POLL_OPTIONS || new Set(options).size < options.length)
        return `a poll has 2 to ${MAX_POLL_OPTIONS} different options`;
      return selectable >= 0 && selectable <= options.length
        ? null
        : 'as many options to choose as there are, or fewer';
    }
    case 'reaction':
    case 'vote':
    case 'edit':
    case 'deletion':
    case 'star':
    case 'message-pin':
      return body.quotedId === '' ? `a ${body.kind} names its message` : null;
    default:
      return null;
  }
}
