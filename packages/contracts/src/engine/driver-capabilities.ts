import { CHAT_ACTS, type ChatActKind } from '../chats/act-kinds.ts';
import { MEDIA_TYPES, type MediaType, type MessageBody } from '../messages/body.ts';

/** Ways to link an account: a QR code, a code typed into the phone, or a token from the settings. */
export const PAIRING_METHODS = ['qr', 'code', 'token'] as const;

/** What a driver may report about its account, besides messages from others. */
export const INCOMING_FEATURES = [
  /** Messages the owner writes on the phone. */
  'own-messages',
  /** The content of received files. */
  'files',
  'edits',
  'deletions',
  'quotes',
  'forwarded',
  'starred',
  /** Votes in polls, as the chosen options. */
  'votes',
  'push-names',
  'pictures',
  /** Subjects, sizes and members of groups. */
  'groups',
  'unread',
] as const;
export type IncomingFeature = (typeof INCOMING_FEATURES)[number];

/** Capabilities of a driver. The server never requests anything else, and the screens do not offer it. */
export interface DriverCapabilities {
  shownName: string;
  /** The network the driver connects to. */
  domain: string;
  pairing: readonly (typeof PAIRING_METHODS)[number][];
  /**
   * How to settle a send whose response was lost. `same-id`: resend it under its id, which WhatsApp deduplicates.
   * `look-up`: call `probe` to check whether the chat has it. `none`: it cannot be found out; a `send` in doubt never
   * repeats anything that may have left, waits for a status update and otherwise stays in doubt.
   */
  settles: 'same-id' | 'look-up' | 'none';
  /** Message kinds it can send; the lane rejects others with the code `unsupported-kind`. */
  kinds: readonly MessageBody['kind'][];
  /** Media types it can send. */
  media: readonly MediaType[];
  tells: readonly IncomingFeature[];
  /** Can quote a message in a reply. */
  replies: boolean;
  groups: boolean;
  /** Can create groups and change them and their members. */
  groupChanges: boolean;
  /** Actions it supports on messages and chats; others are refused before they reach it. */
  acts: readonly ChatActKind[];
  /** Can show that the account is typing. */
  typing: boolean;
  /** Can request messages from the phone that are older than those received. */
  olderMessages: boolean;
  /** Can check which numbers are on WhatsApp. */
  numberCheck: boolean;
  /** Receives WhatsApp's rating of its number and the limit of new recipients. */
  rating: boolean;
  /** Runs a browser, which needs a profile on disk and far more memory than a socket. */
  browser: boolean;
}

/** WhatsApp Web clients, linked to a phone. */
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
 * Capabilities of all drivers, for engine, server and web. The conformance suite (`apps/engine/test/conformance`) tests
 * each driver against them.
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
 * WhatsApp Web in a person's own browser, which they link themselves. It runs in no process of ours, so engines cannot
 * be created with it as their driver.
 */
export const EXTENSION_DRIVER = 'extension';
export const EXTENSION: DriverCapabilities = { ...LINKED_DEVICE, shownName: 'Browser extension', pairing: [] };

/** Returns a driver's capabilities by name; an unknown driver only sends text. */
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
