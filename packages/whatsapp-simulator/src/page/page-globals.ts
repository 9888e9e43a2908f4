import type { Body, ChatState, EngineFrame, NetworkFrame, SendReply, ToldMessage } from '../websocket/frames.ts';
import type { Wid, WppWords } from './wpp-words.ts';

/** What the page's program uses of a browser, without all of the browser's types. */
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
 * The page's login, the messages that were sent from it and those that came, in its browser profile. Writes are on the
 * disk when they resolve.
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
/** Also what the account has written elsewhere. */
export interface ReceivedMessage {
  message: ToldMessage;
  unread: boolean;
  /** Its writer took it back. */
  isRevoked?: boolean;
  isStarred?: boolean;
}
/** `ack`: -1 refused, 0 still to be taken by the network, then as receipts tell. */
export interface PageMessage {
  id: string;
  /** WhatsApp's name of the message: `true_CHAT_ID`. */
  key: string;
  /** The network's address of the chat. */
  to: string;
  body: Body;
  /** The file of the body until the network has taken the message. */
  content: Uint8Array<ArrayBuffer> | null;
  /** When it was sent, in seconds. */
  t: number;
  ack: number;
  isRevoked?: boolean;
  isStarred?: boolean;
}

/** The page's connection to the network; the network's other frames go to `heard`. */
export interface PageLine {
  tell(frame: EngineFrame): void;
  /** Resolves with the frame that answers; never, when the line breaks. */
  ask(question: Record<string, unknown>): Promise<NetworkFrame>;
  /** Brings a file to the network. It is there for everything that is told or asked afterwards. */
  upload(content: Uint8Array<ArrayBuffer>): void;
  close(): void;
}
/** What `window.WPP.chat` works with. */
export interface ChatDeps {
  words: WppWords;
  store: PageStore;
  /** The account's groups, by id. */
  groups: ReadonlyMap<string, ChatState>;
  /** A message of the page's own is in its chat. */
  created(message: PageMessage): void;
  /** The bytes of a file of the network. */
  load(sha256: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The account; throws without a login. */
  me(): Wid;
  /** An error as WPP throws it. */
  fault(code: string, message: string): Error;
  /** What the phone's owner has set for chats. */
  settings: ReadonlyMap<string, ChatState>;
  /** Tells the network what is done to a message or chat; resolves when it has taken that, or refused it. */
  act(to: string, body: Body): Promise<SendReply>;
  typing(chat: string, isTyping: boolean): void;
  /** What the phone has from before a message of a chat, oldest first. */
  older(chat: string, before: string, count: number): Promise<ToldMessage[]>;
  /** Resolves when the network has taken the message, or refused it. */
  submit(message: PageMessage): Promise<SendReply>;
}
export type OpenLine = (
  url: string,
  events: { opened: () => void; heard: (frame: NetworkFrame) => void; closed: () => void },
) => PageLine;
export type OpenStore = () => Promise<PageStore>;
