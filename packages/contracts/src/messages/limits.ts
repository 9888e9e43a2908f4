/**
 * Limits of messages, shared by everything that accepts one. In a file without schemas, so that a browser's worker and
 * an engine need not load them.
 */

/** Maximum length accepted by WhatsApp, in UTF-16 code units, as its clients count. */
export const MAX_MESSAGE_LENGTH = 65_535;
/** Maximum file size: the Cloud API's limit for audio and video. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Formats that WhatsApp shows as a voice message (with Opus) and as a sticker, and the maximum size of a sticker. */
export const VOICE_TYPE = 'audio/ogg';
export const STICKER_TYPE = 'image/webp';
export const MAX_STICKER_BYTES = 500_000;
/** Limits of polls in WhatsApp's own clients. */
export const MAX_QUESTION_LENGTH = 255;
export const MIN_POLL_OPTIONS = 2;
export const MAX_POLL_OPTIONS = 12;
export const MAX_OPTION_LENGTH = 100;
/** Due dates outside these years are considered typing errors. */
export const FIRST_DUE_YEAR = 2000;
export const LAST_DUE_YEAR = 2100;
/** Due dates this recent still count as "now": people choose one and submit it some seconds later. */
export const PAST_TOLERANCE_MS = 60_000;
/** Maximum messages per call. */
export const MAX_BATCH_SIZE = 500;
/** Lists count matches up to this number unless asked for an exact total: beyond it counting is too costly. */
export const MAX_COUNTED = 10_000;
/** Maximum recipients of an import checked per call: few enough that collecting them does not freeze the page. */
export const MAX_CHECKED_RECIPIENTS = 5_000;
/** Maximum recipients of one message; campaigns are meant for more. */
export const MAX_RECIPIENTS = 100;
export const MAX_SENT_WITH_LENGTH = 64;
export const MAX_CAMPAIGN_ID_LENGTH = 128;
export const MAX_CONTACT_NAME_LENGTH = 256;
/** Maximum length of a first or last name, and of a WhatsApp id. */
export const MAX_NAME_PART_LENGTH = 128;
/** Maximum length of a recurrence rule, and maximum number of its exceptions. */
export const MAX_RULE_LENGTH = 500;
export const MAX_EXCEPTIONS = 366;
/** Pending messages are counted up to this number. */
export const MAX_WAITING_COUNTED = 1_000;
