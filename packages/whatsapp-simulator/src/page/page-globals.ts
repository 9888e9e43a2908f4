import type { EngineFrame, NetworkFrame, StoredMessage } from '../websocket/frames.ts';

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

/** The page's login, the messages that were sent from it and those that nobody has read yet, in its browser profile. Writes are on the disk when they resolve. */
export interface PageStore {
  login(): Promise<Login | null>;
  saveLogin(login: Login): Promise<void>;
  message(id: string): Promise<PageMessage | null>;
  messages(): Promise<PageMessage[]>;
  saveMessage(message: PageMessage): Promise<void>;
  unread(): Promise<StoredMessage[]>;
  saveUnread(message: StoredMessage): Promise<void>;
  clear(): Promise<void>;
}
export interface Login {
  device: string;
  secret: string;
  account: string;
}
/** `ack`: -1 refused, 0 still to be taken by the network, then as receipts tell. */
export interface PageMessage {
  id: string;
  /** WhatsApp's name of the message: `true_CHAT_ID`. */
  key: string;
  /** The network's address of the chat. */
  to: string;
  text: string;
  ack: number;
}

/** The page's connection to the network; the network's other frames go to `heard`. */
export interface PageLine {
  tell(frame: EngineFrame): void;
  /** Resolves with the frame that answers; never, when the line breaks. */
  ask(question: Record<string, unknown>): Promise<NetworkFrame>;
  close(): void;
}
export type OpenLine = (
  url: string,
  events: { opened: () => void; heard: (frame: NetworkFrame) => void; closed: () => void },
) => PageLine;
export type OpenStore = () => Promise<PageStore>;
