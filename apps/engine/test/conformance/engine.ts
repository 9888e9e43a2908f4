import { randomBytes, randomUUID } from 'node:crypto';
import type { EngineAct } from '@switchyard/contracts/chats/acts';
import type { ChangedGroup, GroupChange, GroupInfo, PairingCode } from '@switchyard/contracts/engine/commands';
import type { ActMessage, ChatUpdate, MessageChange, QuotedAsSent } from '@switchyard/contracts/engine/protocol';
import type { MessageBody } from '@switchyard/contracts/messages/body';
import type {
  DriverActOutcome,
  DriverOutcome,
  FileContent,
  IncomingMessage,
  Receipt,
} from '../../src/drivers/driver.ts';
import { OPTIONAL_FUNCTIONS, type OptionalFunction, type ReportedEvent } from './driver-calls.ts';
import type { DriverHost } from './driver-host.ts';
import type { SimulatedBusiness } from './simulated-business.ts';

export const newMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;

/** Data of one engine that survives its driver, as stored by the server. */
export class Engine {
  readonly engineId = randomUUID();
  readonly credentials = new Map<string, string>();
  readonly sent = new Map<string, MessageBody>();
  readonly files = new Map<string, Uint8Array>();
  /** For drivers that are set up with a token. */
  business: SimulatedBusiness | null = null;
  phoneNumber: string | null = null;

  /** A body with a file that the driver can fetch. */
  media(content: Uint8Array, words: Partial<Extract<MessageBody, { kind: 'media' }>> = {}): MessageBody {
    const fileId = randomUUID();
    this.files.set(fileId, content);
    const [media, mimeType, fileName] = ['image', 'image/png', 'a.png'] as const;
    return { kind: 'media', text: '', media, fileId, mimeType, fileName, bytes: content.length, ...words };
  }
}

interface ActOptions {
  chat: string;
  message?: ActMessage | null;
  latest?: ActMessage[];
  id?: string;
}

export interface SendOptions {
  id?: string;
  to: string;
  inDoubt?: boolean;
  quote?: QuotedAsSent;
}

/** One life of an engine's driver, seen from outside its process. */
export class Life {
  readonly name = randomUUID();
  readonly engine: Engine;
  readonly statuses: string[] = [];
  readonly receipts: Receipt[] = [];
  readonly messages: IncomingMessage[] = [];
  readonly changes: MessageChange[] = [];
  /** The accumulated state of each chat. */
  readonly chats = new Map<string, ChatUpdate>();
  readonly restrictions: ReportedEvent[] = [];
  qrcode: string | null = null;
  /** Reported lifetime of the current code. */
  qrcodeLifeMs: number | null = null;
  /** False if the server stores nothing that is reported. */
  serverTakes = true;
  /** Which optional functions the driver has. */
  has = Object.fromEntries(OPTIONAL_FUNCTIONS.map((name) => [name, false])) as Record<OptionalFunction, boolean>;
  readonly #host: DriverHost;

  constructor(engine: Engine, host: DriverHost) {
    this.engine = engine;
    this.#host = host;
  }

  status(): string | undefined {
    return this.statuses.at(-1);
  }

  handle(event: ReportedEvent): Promise<void> {
    if (event.kind === 'status') {
      this.statuses.push(event.status);
      if (event.qrcode !== undefined) this.qrcode = event.qrcode;
      if (event.qrcodeLifeMs !== undefined) this.qrcodeLifeMs = event.qrcodeLifeMs;
      if (event.phoneNumber !== undefined) this.engine.phoneNumber = event.phoneNumber;
    } else if (event.kind === 'restriction') this.restrictions.push(event);
    else if (event.kind === 'receipts') this.receipts.push(...event.receipts);
    else if (event.kind === 'messages') this.messages.push(...event.messages);
    else if (event.kind === 'changes') this.changes.push(...event.changes);
    else if (event.kind === 'chats') {
      for (const chat of event.chats) this.chats.set(chat.chat, { ...this.chats.get(chat.chat), ...chat });
    }
    return this.serverTakes ? Promise.resolve() : new Promise(() => undefined);
  }

  async begin(): Promise<void> {
    const { engineId, phoneNumber } = this.engine;
    this.has = await this.#host.call('create', { life: this.name, engineId, phoneNumber });
    await this.#host.call('start', { life: this.name });
  }

  send(
    body: MessageBody | string,
    { id = newMessageId(), to, inDoubt = false, quote }: SendOptions,
  ): Promise<DriverOutcome> {
    const message: MessageBody = typeof body === 'string' ? { kind: 'text', text: body } : body;
    this.engine.sent.set(id, message);
    const request = { waMessageId: id, to, body: message, quote: quote ?? null, inDoubt };
    return this.#host.call('send', { life: this.name, request });
  }

  stop(how: 'drain' | 'kill'): Promise<void> {
    return this.#host.call('stop', { life: this.name, how });
  }

  /** @param message its id at the network, and its writer */
  act(
    act: EngineAct,
    { chat, message = null, latest = [], id = newMessageId() }: ActOptions,
  ): Promise<DriverActOutcome | null> {
    const request = { waId: id, chat, act, message, latest, inDoubt: false };
    return this.#host.call('act', { life: this.name, request });
  }

  typing(chat: string, isTyping: boolean): Promise<void> {
    return this.#host.call('typing', { life: this.name, chat, isTyping });
  }

  olderMessages(chat: string, before: ActMessage | null, count: number): Promise<number | null> {
    return this.#host.call('olderMessages', { life: this.name, chat, before, count });
  }

  lookUp(numbers: string[]): Promise<{ number: string; exists: boolean }[] | null> {
    return this.#host.call('lookUp', { life: this.name, numbers });
  }

  pairingCode(phoneNumber: string): Promise<PairingCode | null> {
    return this.#host.call('pairingCode', { life: this.name, phoneNumber });
  }

  /** The code shown by WhatsApp's own page; with a number, the code to type into the phone. */
  codeInPage(phoneNumber: string | null): Promise<string | null> {
    return this.#host.call('codeInPage', { life: this.name, phoneNumber });
  }

  /** The file of a reported message. */
  fetchFile({ chat, waMessageId, media }: IncomingMessage): Promise<FileContent | null> {
    const file = { chat, waMessageId, source: media?.source ?? '', mimeType: media?.mimeType ?? '' };
    return this.#host.call('fetchFile', { life: this.name, file });
  }

  picture(chat: string): Promise<FileContent | null> {
    return this.#host.call('picture', { life: this.name, chat });
  }

  groupInfo(chat: string): Promise<GroupInfo | null> {
    return this.#host.call('groupInfo', { life: this.name, chat });
  }

  changeGroup(change: GroupChange): Promise<ChangedGroup | null> {
    return this.#host.call('changeGroup', { life: this.name, change });
  }

  commonGroups(number: string): Promise<string[] | null> {
    return this.#host.call('commonGroups', { life: this.name, number });
  }

  logOut(): Promise<void> {
    return this.#host.call('logOut', { life: this.name });
  }

  /** New settings are available. */
  look(): Promise<void> {
    return this.#host.call('look', { life: this.name });
  }
}
