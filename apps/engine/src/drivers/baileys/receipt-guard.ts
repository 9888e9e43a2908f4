import type { EventEmitter } from 'node:events';
import {
  type AuthenticationCreds,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  decodeMessageNode,
  proto,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
  unpadRandomMax16,
  type WAMessage,
} from 'baileys';
import type { DriverContext } from '../driver.ts';
import { addressOf } from './addresses.ts';
import { type IncomingUpdate, parseIncoming } from './incoming-update.ts';
import type { Reader } from './parse-content.ts';
import { receiptsOf } from './stanzas.ts';
import { type AddedMessage, atMsOf, UnsyncedMessages, type UpdateFilter } from './unsynced-messages.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];
type Decrypt = () => Promise<Uint8Array>;

/**
 * Baileys acknowledges a message as soon as it can decrypt it, and WhatsApp then deletes it. This stores the decrypted
 * message in the same write as the keys that decrypted it: either both are safe, or WhatsApp delivers the message
 * again.
 */
export class ReceiptGuard {
  readonly #unsynced: UnsyncedMessages;
  readonly #content: DriverContext['content'];
  readonly #stanzas = new WeakMap<object, BinaryNode>();

  constructor(unsynced: UnsyncedMessages, content: DriverContext['content']) {
    this.#unsynced = unsynced;
    this.#content = content;
  }

  /** For Baileys' configuration. */
  readonly makeRepository: MakeRepository = (auth, logger, pnToLid) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);
    // Baileys passes the same store to its own repository, which needs it as well.
    const keys = auth.keys as SignalKeyStoreWithTransaction;
    const guard = (cipher: Uint8Array, lock: string, decrypt: Decrypt) =>
      this.#guard(auth.creds as AuthenticationCreds, keys, cipher, lock, decrypt);
    return {
      ...repository,
      decryptMessage: (message) => guard(message.ciphertext, message.jid, () => repository.decryptMessage(message)),
      decryptGroupMessage: (message) =>
        guard(message.msg, message.group, () => repository.decryptGroupMessage(message)),
    };
  };

  /** Must receive stanzas before Baileys does. */
  listen(stanzas: EventEmitter): void {
    stanzas.prependListener('CB:message', (stanza: BinaryNode) => {
      if (!Array.isArray(stanza.content)) return;
      for (const { content } of stanza.content) {
        if (content instanceof Uint8Array) this.#stanzas.set(content, stanza);
      }
    });
  }

  async #guard(
    account: AuthenticationCreds,
    keys: SignalKeyStoreWithTransaction,
    cipher: Uint8Array,
    lock: string,
    decrypt: Decrypt,
  ): Promise<Uint8Array> {
    const stanza = this.#stanzas.get(cipher);
    if (!stanza || !account.me) return decrypt();
    const own = addressOf(account.me.id);
    const added: AddedMessage[] = [];
    try {
      const plain = await keys.transaction(async () => {
        const bytes = await decrypt();
        const update = await this.#read(stanza, bytes, account);
        if (update && !this.#unsynced.has(update)) {
          const message = this.#unsynced.add(update, own);
          added.push(message);
          await keys.set({ [UnsyncedMessages.type]: message.values } as SignalDataSet);
        }
        return bytes;
      }, lock);
      for (const message of added) message.report();
      return plain;
    } catch (error) {
      for (const message of added) message.withdraw();
      throw error;
    }
  }

  /**
   * Stores and reports messages that arrived without a stanza of their own, newest first, if the filter accepts them;
   * reported oldest first.
   * @param isHistory a person requested them, so they are not new
   */
  async addOutOfBand(
    messages: WAMessage[],
    creds: AuthenticationCreds,
    isWanted: UpdateFilter,
    isHistory: boolean,
  ): Promise<void> {
    if (!creds.me) return;
    const account = addressOf(creds.me.id);
    const updates = await Promise.all(messages.map((message) => parseIncoming(message, this.#readerOf(creds))));
    const wanted = updates.toReversed().flatMap((update) => (update && isWanted(update, account) ? update : []));
    for (const update of wanted.sort((a, b) => atMsOf(a) - atMsOf(b))) {
      if (this.#unsynced.has(update) || (await this.#isOurs(update))) continue;
      const marked = isHistory && 'message' in update ? { message: { ...update.message, isHistory } } : update;
      await this.#unsynced.addAndStore(marked, account);
    }
  }

  /** WhatsApp's history also contains what this engine sent. */
  async #isOurs(update: IncomingUpdate): Promise<boolean> {
    if (!('message' in update) || !update.message.fromMe) return false;
    return (await this.#content(update.message.waMessageId)) !== null;
  }

  async #read(stanza: BinaryNode, bytes: Uint8Array, creds: AuthenticationCreds): Promise<IncomingUpdate | null> {
    const { fullMessage } = decodeMessageNode(stanza, creds.me?.id ?? '', creds.me?.lid ?? '');
    const message = decoded(bytes);
    return message && parseIncoming({ ...fullMessage, message }, this.#readerOf(creds));
  }

  #readerOf({ me, advSecretKey }: AuthenticationCreds): Reader {
    return {
      ownJids: [me?.id, me?.lid].flatMap((jid) => jid ?? []),
      deviceSecret: advSecretKey,
      content: this.#content,
    };
  }
}

/** Null if it is not a message. Its keys are stored all the same, and Baileys reports the problem. */
function decoded(bytes: Uint8Array): proto.Message | null {
  try {
    return proto.Message.decode(unpadRandomMax16(bytes));
  } catch {
    return null;
  }
}

/** Passes receipts on to Baileys, which acknowledges them immediately, only after the server has stored them. */
export function deferReceipts(stanzas: EventEmitter, emit: DriverContext['emit']): void {
  const handlers = stanzas.listeners('CB:receipt');
  stanzas.removeAllListeners('CB:receipt');
  stanzas.on('CB:receipt', (stanza: BinaryNode) => {
    const pass = () => {
      for (const handle of handlers) handle.call(stanzas, stanza);
    };
    const receipts = receiptsOf(stanza);
    if (receipts.length === 0) pass();
    else emit({ kind: 'receipts', receipts, taken: pass });
  });
}
