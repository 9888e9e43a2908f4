/**
 * What the engine protocol fixes. Apart from the schemas, so that an engine process need not load them: every megabyte
 * counts there.
 */
export const ENGINE_PROTOCOL_PATHS = {
  lease: '/engine/lease',
  renew: '/engine/renew',
  release: '/engine/release',
  claim: '/engine/claim',
  report: '/engine/report',
  events: '/engine/events',
  readCredentials: '/engine/credentials/read',
  writeCredentials: '/engine/credentials/write',
  content: '/engine/content',
  inbox: '/engine/inbox',
  received: '/engine/received',
  acts: '/engine/acts',
  file: '/engine/file',
  preview: '/engine/preview',
  fetchedFile: '/engine/fetched-file',
} as const;

/** A lease that is not renewed is free again after this long, on the database's clock. */
export const LEASE_TTL_MS = 15_000;
export const LEASE_RENEW_MS = 5_000;
/** Of a lane that an extension works: the browser may suspend it for half a minute. */
export const EXTENSION_LEASE_MS = 60_000;
/** The longest an idle lane sleeps before it asks again, poke or no poke. */
export const FALLBACK_POLL_MS = 15_000;
/** A lane tells at least this often which rows it holds. */
export const HOLDING_TOLD_MS = 4 * 60_000;
export const MAX_CLAIM = 500;
/**
 * Refusals of a send, by their codes, that would have met every earlier try too, so that none of them can have been
 * taken.
 */
export const NEVER_TAKEN: readonly string[] = ['not-on-whatsapp', 'unsupported-kind'];
/** Name of a `cloud-api` engine's settings among its credentials. */
export const CLOUD_API_CREDENTIAL = 'cloud-api';
/** Most entries of the inbox in one answer. */
export const MAX_INBOX = 500;
/** Most acts in one answer. */
export const MAX_ACTS = 50;
/** A lane asks for acts at least this often; a command tells it sooner. */
export const ACTS_POLL_MS = 60_000;
/** Most messages in one call of `received`. */
export const MAX_RECEIVED = 200;
/** Most characters of what a driver needs to find the bytes of a file again: an address and its keys. */
export const MAX_SOURCE_LENGTH = 4_096;
/** Most entries in one read or write of credentials. */
export const MAX_CREDENTIALS = 2_000;
