import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from 'baileys';
import type { CredentialStore } from '../driver.ts';
import { MAX_AT_ONCE, UnsyncedMessages } from './unsynced-messages.ts';

const CREDS = 'creds';
/** Maximum values in memory; the least recently used are evicted. A Signal session is about 3 KB. */
const MAX_CACHED = 2_000;

/** Baileys' credentials and Signal keys, stored by the server. Every write is durable before Baileys continues. */
export class StoredAuthState implements AuthenticationState {
  readonly creds: AuthenticationCreds;
  readonly keys: AuthenticationState['keys'];
  readonly #store: CredentialStore;
  /** Null if the value is known to be absent. */
  readonly #cache = new Map<string, string | null>();
  #saving: Promise<void> = Promise.resolve();

  private constructor(store: CredentialStore, creds: AuthenticationCreds) {
    this.#store = store;
    this.creds = creds;
    this.keys = { get: (type, ids) => this.#get(type, ids), set: (data) => this.#set(data) };
  }

  static async load(store: CredentialStore): Promise<StoredAuthState> {
    const text = (await store.read([CREDS])).get(CREDS);
    const creds = text === undefined ? initAuthCreds() : (JSON.parse(text, BufferJSON.reviver) as AuthenticationCreds);
    return new StoredAuthState(store, creds);
  }

  /** Deletes the credentials of an unlinked account, except for these values. */
  static async reset(store: CredentialStore, kept: Record<string, string>): Promise<void> {
    const entries = Object.entries(kept);
    await store.write(Object.fromEntries(entries.slice(0, MAX_AT_ONCE)), { clear: true });
    for (let at = MAX_AT_ONCE; at < entries.length; at += MAX_AT_ONCE) {
      await store.write(Object.fromEntries(entries.slice(at, at + MAX_AT_ONCE)));
    }
  }

  /** Merges a `creds.update` and stores the complete credentials, one write after another. */
  update(changes: Partial<AuthenticationCreds>): Promise<void> {
    Object.assign(this.creds, changes);
    this.#saving = this.#saving.then(() =>
      this.#store.write({ [CREDS]: JSON.stringify(this.creds, BufferJSON.replacer) }),
    );
    return this.#saving;
  }

  /** Resolves when all updates so far are stored. */
  saved(): Promise<void> {
    return this.#saving;
  }

  async #get<T extends keyof SignalDataTypeMap>(
    type: T,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const uncached = ids.map((id) => nameOf(type, id)).filter((name) => !this.#cache.has(name));
    if (uncached.length > 0) {
      const values = await this.#store.read(uncached);
      for (const name of uncached) this.#cacheValue(name, values.get(name) ?? null);
    }
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    for (const id of ids) {
      const name = nameOf(type, id);
      const text = this.#cache.get(name) ?? null;
      if (text === null) continue;
      this.#cacheValue(name, text);
      const value = JSON.parse(text, BufferJSON.reviver);
      // The stored form comes from its own `toJSON`, which encodes bytes as base64, and must be decoded.
      const decoded = type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
      found[id] = decoded as SignalDataTypeMap[T];
    }
    return found;
  }

  async #set(data: SignalDataSet): Promise<void> {
    const values: Record<string, string | null> = {};
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries ?? {})) {
        values[nameOf(type, id)] =
          value === null || value === undefined ? null : JSON.stringify(value, BufferJSON.replacer);
      }
    }
    await this.#store.write(values);
    for (const [name, text] of Object.entries(values)) if (!isUnsyncedMessage(name)) this.#cacheValue(name, text);
  }

  #cacheValue(name: string, text: string | null): void {
    this.#cache.delete(name);
    this.#cache.set(name, text);
    if (this.#cache.size > MAX_CACHED) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
  }
}

/** Unsynced messages are never read through Baileys' keys. */
const isUnsyncedMessage = (name: string): boolean => name.startsWith(`${UnsyncedMessages.type} `);

const nameOf = (type: string, id: string): string => `${type} ${id}`;
