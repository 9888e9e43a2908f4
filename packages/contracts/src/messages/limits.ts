/**
 * How much a message may be, for every face that takes one. Apart from the schemas, so that a browser's worker and an
 * engine need not load them.
 */

/** WhatsApp refuses longer texts; counted in UTF-16 code units, as WhatsApp clients do. */
export const MAX_MESSAGE_LENGTH = 65_535;
/** Most bytes of a file: what the Cloud API takes of audio and video. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** What WhatsApp shows as a voice message, with Opus in it; and as a sticker, with at most so many bytes. */
export const VOICE_TYPE = 'audio/ogg';
export const STICKER_TYPE = 'image/webp';
export const MAX_STICKER_BYTES = 500_000;
/** Polls as WhatsApp's own clients have them. */
export const MAX_QUESTION_LENGTH = 255;
export const MIN_POLL_OPTIONS = 2;
export const MAX_POLL_OPTIONS = 12;
export const MAX_OPTION_LENGTH = 100;
/** A due date in another year is a slip of the keyboard. */
export const FIRST_DUE_YEAR = 2000;
export const LAST_DUE_YEAR = 2100;
/** A due date so long ago is still "now": people choose it and press the button some seconds later. */
export const PAST_TOLERANCE_MS = 60_000;
/** Most messages in one call. */
export const MAX_BATCH_SIZE = 500;
/** A list counts so many of its messages, unless it is asked for all: beyond, the number costs more than it says. */
export const MAX_COUNTED = 10_000;
/**
 * Most recipients of an import that are looked at in one call: few enough that a page does not stand still while it
 * writes them down.
 */
export const MAX_CHECKED_RECIPIENTS = 5_000;
/** Most recipients of what is written once for several; for more there are campaigns. */
export const MAX_RECIPIENTS = 100;
export const MAX_SENT_WITH_LENGTH = 64;
export const MAX_CAMPAIGN_ID_LENGTH = 128;
export const MAX_CONTACT_NAME_LENGTH = 256;
/** Of a first or last name, and of a WhatsApp id. */
export const MAX_NAME_PART_LENGTH = 128;
/** Of a recurrence rule, in characters, and of the occurrences that it leaves out. */
export const MAX_RULE_LENGTH = 500;
export const MAX_EXCEPTIONS = 366;
/** How many messages wait is counted up to here. */
export const MAX_WAITING_COUNTED = 1_000;
