/**
 * Constants of the engine protocol. In a file without schemas to save engine processes the memory: every megabyte
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

/** A lease that is not renewed expires after this long, on the database's clock. */
export const LEASE_TTL_MS = 15_000;
export const LEASE_RENEW_MS = 5_000;
/** Lease of a lane worked by an extension: the browser may suspend it for half a minute. */
export const EXTENSION_LEASE_MS = 60_000;
/** Maximum time an idle lane sleeps between polls, with or without pokes. */
export const FALLBACK_POLL_MS = 15_000;
/** Maximum time between a lane's reports of the rows it holds. */
export const HOLDING_REPORT_MS = 4 * 60_000;
export const MAX_CLAIM = 500;
/**
 * Codes of rejections that would have applied to every earlier attempt too, so that WhatsApp cannot have accepted any.
 */
export const DEFINITE_REJECTIONS: readonly string[] = ['not-on-whatsapp', 'unsupported-kind'];
/** Name of a `cloud-api` engine's settings among its credentials. */
export const CLOUD_API_CREDENTIAL = 'cloud-api';
/** Maximum inbox entries per response. */
export const MAX_INBOX = 500;
/** Maximum actions per response. */
export const MAX_ACTS = 50;
/** Maximum time between a lane's polls for actions; a command wakes it sooner. */
export const ACTS_POLL_MS = 60_000;
/** Maximum messages per call of `received`. */
export const MAX_RECEIVED = 200;
/** Maximum length of what a driver needs to fetch a file again: an address and its keys. */
export const MAX_SOURCE_LENGTH = 4_096;
/** Maximum entries per read or write of credentials. */
export const MAX_CREDENTIALS = 2_000;
