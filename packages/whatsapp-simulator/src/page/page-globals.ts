import type { Body, ChatState, EngineFrame, NetworkFrame, NetworkMessage, SendReply } from '../websocket/frames.ts';
import type { Wid, WppWords } from './wpp-words.ts';

/** What the page's program uses of a browser, without a browser's full types. */
export interface BrowserGlobals {
  WPP?: unknown;
  indexedDB: {
    open(name: string, version: number): Opening;
  };
  location: { href: string; reload(): void };
  document: { querySelector(selector: string): { textContent: string | null } | null };
}
interface Opening extends Request<ObjectDatabase> {
  onupgradeneeded: (() => void) | null;
}
interface Request<Value> {
  result: Value;
  error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface ObjectDatabase {
  objectStoreNames: { contains(name: string): boolean };
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readwrite', options: { durability: 'strict' }): Transaction;
}
interface Transaction {
  objectStore(name: string): {
    get(key: string): Request<unknown>;
    getAll(): Request<unknown[]>;
    put(value: unknown, key: string): Request<unknown>;
    clear(): Request<unknown>;
  };
  oncomplete: (() => void) | null;
  onerror: (() => void) | null;
  error: Error | null;
}

/**
 * The page's login and its sent and received messages, in its browser profile. Writes are on disk when they resolve.
 */
export interface PageStore {
  login(): Promise<Login | null>;
  saveLogin(login: Login): Promise<void>;
  message(id: string): Promise<PageMessage | null>;
  messages(): Promise<PageMessage[]>;
  saveMessage(message: PageMessage): Promise<void>;
  received(): Promise<ReceivedMessage[]>;
  saveReceived(received: ReceivedMessage): Promise<void>;
  clear(): Promise<void>;
}
export interface Login {
  device: string;
  secret: string;
  account: string;
}
/** A received message, or one that the account wrote on another device. */
export interface ReceivedMessage {
  message: NetworkMessage;
  unread: boolean;
  /** Whether its writer deleted it. */
  isRevoked?: boolean;
  isStarred?: boolean;
}
/** `ack`: -1 refused, 0 not yet accepted by the network, then the receipt level. */
export interface PageMessage {
  id: string;
  /** WhatsApp's key of the message: `true_CHAT_ID`. */
  key: string;
  /** The network's address of the chat. */
  to: string;
  body: Body;
  /** The body's file, until the network has accepted the message. */
  content: Uint8Array<ArrayBuffer> | null;
  /** When it was sent, in seconds since 1970. */
  t: number;
  ack: number;
  isRevoked?: boolean;
  isStarred?: boolean;
}

/** The page's connection to the network; frames that answer nothing go to `received`. */
export interface PageLine {
  tell(frame: EngineFrame): void;
  /** Resolves with the answering frame; never, if the line breaks. */
  ask(question: Record<string, unknown>): Promise<NetworkFrame>;
  /** Uploads a file to the network. It is available to every later frame. */
  upload(content: Uint8Array<ArrayBuffer>): void;
  close(): void;
}
/** Dependencies of `window.WPP.chat`. */
export interface ChatDeps {
  words: WppWords;
  store: PageStore;
  /** The account's groups, by id. */
  groups: ReadonlyMap<string, ChatState>;
  /** Called when one of the page's own messages appears in its chat. */
  created(message: PageMessage): void;
  /** Loads the bytes of one of the network's files. */
  load(sha256: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The account; throws without a login. */
  me(): Wid;
  /** Creates an error in WPP's form. */
  fault(code: string, message: string): Error;
  /** The phone owner's settings for chats. */
  settings: ReadonlyMap<string, ChatState>;
  /** Sends an act on a message or chat to the network; resolves once it is accepted or refused. */
  act(to: string, body: Body): Promise<SendReply>;
  typing(chat: string, isTyping: boolean): void;
  /** The phone's messages before a message of a chat, oldest first. */
  older(chat: string, before: string, count: number): Promise<NetworkMessage[]>;
  /** Resolves once the network has accepted or refused the message. */
  submit(message: PageMessage): Promise<SendReply>;
}
export type OpenLine = (
  url: string,
  events: { opened: () => void; received: (frame: NetworkFrame) => void; closed: () => void },
) => PageLine;
export type OpenStore = () => Promise<PageStore>;
