import type { ChangedGroup, GroupChange, GroupInfo, PairingCode } from '@switchyard/contracts/engine/commands';
import type {
  DriverCapabilities,
  DriverName,
  EXTENSION_DRIVER,
} from '@switchyard/contracts/engine/driver-capabilities';
import type { ActMessage, InboxEntry } from '@switchyard/contracts/engine/protocol';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type {
  ActRequest,
  DriverActOutcome,
  DriverEvent,
  DriverOutcome,
  FileContent,
  FileRequest,
  SendRequest,
} from '../../src/drivers/driver.ts';

type WithoutTaken<Event> = Event extends { taken: () => void } ? Omit<Event, 'taken'> : Event;
/** An event of a driver without its callback, which cannot be sent between processes. */
export type ReportedEvent = WithoutTaken<DriverEvent>;
/** Functions that a driver may omit. */
export const OPTIONAL_FUNCTIONS = [
  'lookUp',
  'pairingCode',
  'fetchFile',
  'picture',
  'groupInfo',
  'changeGroup',
  'commonGroups',
  'rating',
  'act',
  'typing',
  'olderMessages',
] as const;
export type OptionalFunction = (typeof OPTIONAL_FUNCTIONS)[number];

/** The drivers of engines, and the one in a person's own browser. */
export type AnyDriver = DriverName | typeof EXTENSION_DRIVER;

interface OfLife {
  life: string;
}

/** Calls from the test to the driver's process. Each life is one driver instance, for one engine. */
export interface ProcessCalls {
  /** Loads the driver for the network at `url`. */
  load(setup: {
    driver: AnyDriver;
    url: string;
    chromium: string | null;
    profilesDirectory: string;
  }): Promise<DriverCapabilities>;
  /** @returns which optional functions it has */
  create(call: OfLife & { engineId: string; phoneNumber: string | null }): Record<OptionalFunction, boolean>;
  start(life: OfLife): Promise<void>;
  stop(call: OfLife & { how: 'drain' | 'kill' }): Promise<void>;
  send(request: OfLife & { request: SendRequest }): Promise<DriverOutcome>;
  act(call: OfLife & { request: ActRequest }): Promise<DriverActOutcome | null>;
  typing(call: OfLife & { chat: string; isTyping: boolean }): Promise<void>;
  olderMessages(call: OfLife & { chat: string; before: ActMessage | null; count: number }): Promise<number | null>;
  lookUp(call: OfLife & { numbers: string[] }): Promise<{ number: string; exists: boolean }[] | null>;
  pairingCode(call: OfLife & { phoneNumber: string }): Promise<PairingCode | null>;
  fetchFile(call: OfLife & { file: FileRequest }): Promise<FileContent | null>;
  picture(call: OfLife & { chat: string }): Promise<FileContent | null>;
  groupInfo(call: OfLife & { chat: string }): Promise<GroupInfo | null>;
  changeGroup(call: OfLife & { change: GroupChange }): Promise<ChangedGroup | null>;
  commonGroups(call: OfLife & { number: string }): Promise<string[] | null>;
  logOut(life: OfLife): Promise<void>;
  look(life: OfLife): void;
}

/** Additional calls to the person at the browser, for the driver in it. */
export interface PersonCalls extends ProcessCalls {
  /** The code shown by WhatsApp's own page. With a number, the person links by a code typed into the phone. */
  codeInPage(call: OfLife & { phoneNumber: string | null }): Promise<string | null>;
}

/** Calls from a driver to the test, which replaces the rest of the engine and the server. */
export interface TestCalls {
  /** Resolves when the server has stored the event. */
  reportEvent(call: OfLife & { event: ReportedEvent }): Promise<void>;
  readCredentials(call: OfLife & { names: string[] }): Map<string, string>;
  writeCredentials(call: OfLife & { values: Record<string, string | null>; clear: boolean }): void;
  content(call: OfLife & { waMessageId: string }): MessageBody | null;
  file(call: OfLife & { fileId: string }): Uint8Array;
  inbox(call: OfLife & { taken: number[] }): Promise<{ entries: InboxEntry[]; more: boolean }>;
}
