/** WhatsApp's kinds of files; `voice` is sound that was spoken into the phone. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'voice', 'sticker'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** What every message has, whatever its kind. */
interface MessageContent {
  /**
   * The words, the caption of a file, the question of a poll, the emoji of a reaction, the options that were voted for.
   */
  text: string;
  /** The message that this one answers, reacts to or votes in. */
  quotedId?: string;
  /** Somebody else wrote it first. */
  isForwarded?: true;
  /** Members of the group whom it mentions, E.164. */
  mentions?: string[];
  /** The whole message in WhatsApp's own encoding, base64, if that is how it came. */
  proto?: string;
}
export interface TextBody extends MessageContent {
  kind: 'text';
}
/** A file. Its bytes lie in `SimulatedNetwork.files` under their `sha256` (hex). */
export interface MediaBody extends MessageContent {
  kind: 'media';
  media: MediaType;
  mimeType: string;
  fileName: string | null;
  /** How long the file is. */
  bytes: number;
  sha256: string;
}
export interface PollBody extends MessageContent {
  kind: 'poll';
  options: string[];
  /** How many options one person may choose; 0: any number. */
  selectable: number;
}
/** The emoji is `text`; empty: the reaction is taken back. */
export interface ReactionBody extends MessageContent {
  kind: 'reaction';
  quotedId: string;
}
/** What somebody chose in the poll `quotedId`; no options: the vote is taken back. */
export interface VoteBody extends MessageContent {
  kind: 'vote';
  quotedId: string;
  options: string[];
}
export interface OtherBody extends MessageContent {
  kind: 'other';
}
/** The writer of `quotedId` has put `text` in the place of its words. */
export interface EditBody extends MessageContent {
  kind: 'edit';
  quotedId: string;
}
/** The writer of `quotedId` has taken it back, for everybody. */
export interface DeletionBody extends MessageContent {
  kind: 'deletion';
  quotedId: string;
}
/** Somebody has pinned `quotedId` to the top of its chat for so long, or no longer. */
export interface PinBody extends MessageContent {
  kind: 'message-pin';
  quotedId: string;
  isPinned: boolean;
  seconds: number;
}
/**
 * The owner of the phone has starred a message of `chat`, or taken the star off. Only the account's own devices hear of
 * it: it goes to the account itself.
 */
export interface StarBody extends MessageContent {
  kind: 'star';
  quotedId: string;
  chat: string;
  writer: string;
  isStarred: boolean;
}
/** The owner of the phone has read `chat`, or marked it as unread. To the account itself, likewise. */
export interface ReadBody extends MessageContent {
  kind: 'read';
  chat: string;
  isUnread?: true;
}
/** What the owner of the phone has set for `chat`; what is left out stays. To the account itself, likewise. */
export interface SettingBody extends MessageContent {
  kind: 'setting';
  chat: string;
  isArchived?: boolean;
  isPinned?: boolean;
  /** Milliseconds since 1970; negative: for ever; null: not muted. */
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

/** What nobody but the account's own devices hears. */
export const isPrivate = (body: Body): body is PrivateBody =>
  body.kind === 'star' || body.kind === 'read' || body.kind === 'setting';
/** Something that somebody wrote, and no word about what was written. */
export const isWritten = ({ kind }: Body): boolean =>
  kind === 'text' || kind === 'media' || kind === 'poll' || kind === 'other';

/** How long after it was written a message can be edited, and deleted for everyone. */
export const CHANGE_WINDOW_MS = { edit: 15 * 60_000, deletion: 60 * 60 * 60_000 };

const MAX_TEXT_LENGTH = 65_535;
const MAX_POLL_OPTIONS = 12;

/** What is wrong with a body, in words; null: nothing. Whether its file is there is not looked at. */
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
