import { CHAT_ACTS, type ChatActKind } from '../chats/act-kinds.ts';
import { MEDIA_TYPES, type MediaType, type MessageBody } from '../messages/body.ts';

/** Ways of linking an account: a QR code, a code typed into the phone, a token from the settings. */
export const PAIRING_WAYS = ['qr', 'code', 'token'] as const;

/** What a driver may be able to tell of its account, beside the messages of others. */
export const INCOMING_FEATURES = [
  /** What the owner writes on the phone. */
  'own-messages',
  /** The bytes of files that came in. */
  'files',
  'edits',
  'deletions',
  'quotes',
  'forwarded',
  'starred',
  /** Votes in polls, as the options that were chosen. */
  'votes',
  'push-names',
  'pictures',
  /** Subjects, sizes and members of groups. */
  'groups',
  'unread',
] as const;
export type IncomingFeature = (typeof INCOMING_FEATURES)[number];

/** What is so of a driver wherever it runs. Nobody asks for what it cannot do, and the screens offer nothing else. */
export interface DriverCapabilities {
  shownName: string;
  /** The network that it is a client of. */
  domain: string;
  pairing: readonly (typeof PAIRING_WAYS)[number][];
  /**
   * What settles a send whose answer was lost. `same-id`: send it again under its id, WhatsApp takes it for the same
   * message. `look-up`: ask `probe` whether the chat has it. `none`: nobody can tell: a `send` in doubt repeats nothing
   * that may have left, it waits for news and is in doubt for good when none come.
   */
  settles: 'same-id' | 'look-up' | 'none';
  /** Bodies that it sends; the lane refuses others with the code `unsupported-kind`. */
  kinds: readonly MessageBody['kind'][];
  /** Kinds of files that it sends. */
  media: readonly MediaType[];
  tells: readonly IncomingFeature[];
  /** Can answer a message so that WhatsApp shows what it answers. */
  replies: boolean;
  groups: boolean;
  /** Can make groups and change them and their members. */
  groupChanges: boolean;
  /** What it can do to messages and chats; others are refused before they reach it. */
  acts: readonly ChatActKind[];
  /** Can show that the account is typing. */
  typing: boolean;
  /** Can have messages from the phone that are older than what it was told. */
  olderMessages: boolean;
  /** Can tell which numbers are on WhatsApp. */
  numberCheck: boolean;
  /** Is told how WhatsApp rates its number, and how many people it may write to first. */
  rating: boolean;
  /** Runs a browser, with a profile on disk and far more memory than a socket. */
  browser: boolean;
}

/** Clients of WhatsApp Web, linked to a phone. */
const LINKED_DEVICE = {
  domain: 'web.whatsapp.com',
  pairing: ['qr', 'code'],
  settles: 'same-id',
  kinds: ['text', 'media', 'poll'],
  media: MEDIA_TYPES,
  tells: INCOMING_FEATURES,
  replies: true,
  groups: true,
  groupChanges: true,
  acts: CHAT_ACTS,
  typing: true,
  olderMessages: true,
  numberCheck: true,
  rating: false,
  browser: false,
} as const satisfies Omit<DriverCapabilities, 'shownName'>;

/**
 * The facts of every driver, for engine, server and web. The conformance suite (`apps/engine/test/conformance`) holds
 * each driver against its own.
 */
export const DRIVERS = {
  simulator: { ...LINKED_DEVICE, shownName: 'Simulated phone', domain: 'simulated WhatsApp' },
  baileys: { ...LINKED_DEVICE, shownName: 'Direct' },
  'wa-js': { ...LINKED_DEVICE, shownName: 'Browser', browser: true },
  'cloud-api': {
    shownName: 'Business Cloud API',
    domain: 'graph.facebook.com',
    pairing: ['token'],
    settles: 'none',
    kinds: ['text', 'media'],
    media: MEDIA_TYPES,
    tells: ['files', 'quotes', 'forwarded', 'push-names'],
    replies: true,
    groups: false,
    groupChanges: false,
    acts: ['react', 'read'],
    typing: true,
    olderMessages: false,
    numberCheck: false,
    rating: true,
    browser: false,
  },
} as const satisfies Record<string, DriverCapabilities>;
export type DriverName = keyof typeof DRIVERS;
export const DRIVER_NAMES = Object.keys(DRIVERS) as DriverName[];

/**
 * WhatsApp Web in a person's own browser, which they link there. No process of ours runs it: it is none of the drivers
 * that an engine is made with.
 */
export const EXTENSION_DRIVER = 'extension';
export const EXTENSION: DriverCapabilities = { ...LINKED_DEVICE, shownName: 'Browser extension', pairing: [] };

/** Facts by name; a driver that we do not know sends text and can do nothing else. */
export function driverFacts(name: string): DriverCapabilities {
  if (name === EXTENSION_DRIVER) return EXTENSION;
  if (name in DRIVERS) return DRIVERS[name as DriverName];
  const nothing = {
    pairing: [],
    media: [],
    tells: [],
    replies: false,
    groups: false,
    groupChanges: false,
    acts: [],
    typing: false,
    olderMessages: false,
    numberCheck: false,
    rating: false,
    browser: false,
  } as const;
  return { shownName: name, domain: 'unknown', settles: 'none', kinds: ['text'], ...nothing };
}
