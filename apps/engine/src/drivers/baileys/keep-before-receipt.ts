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
import type { Reader } from './incoming-words.ts';
import { receiptsOf } from './stanzas.ts';
import { type AddedMessage, atMsOf, type NewsFilter, UnsyncedMessages } from './unsynced-messages.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];
type Decrypt = () => Promise<Uint8Array>;

/**
 * Baileys tells WhatsApp that a message has arrived as soon as it can read it, and WhatsApp then forgets it. Here what
 * was read is stored in the same write as the keys that made it readable: either both are safe, or WhatsApp tells the
 * message again.
 */
export class KeepBeforeReceipt {
  readonly #kept: UnsyncedMessages;
  readonly #content: DriverContext['content'];
  readonly #stanzas = new WeakMap<object, BinaryNode>();

  constructor(kept: UnsyncedMessages, content: DriverContext['content']) {
    this.#kept = kept;
    this.#content = content;
  }

  /** For Baileys' configuration. */
  readonly makeRepository: MakeRepository = (auth, logger, pnToLid) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid);
    // Baileys gives it to its own repository, which needs it as well.
    const keys = auth.keys as SignalKeyStoreWithTransaction;
    const keeping = (cipher: Uint8Array, lock: string, decrypt: Decrypt) =>
      this.#keeping(auth.creds as AuthenticationCreds, keys, cipher, lock, decrypt);
    return {
      ...repository,
      decryptMessage: (message) => keeping(message.ciphertext, message.jid, () => repository.decryptMessage(message)),
      decryptGroupMessage: (message) =>
        keeping(message.msg, message.group, () => repository.decryptGroupMessage(message)),
    };
  };

  /** Must hear of stanzas before Baileys does. */
  listen(stanzas: EventEmitter): void {
    stanzas.prependListener('CB:message', (stanza: BinaryNode) => {
      if (!Array.isArray(stanza.content)) return;
      for (const { content } of stanza.content) {
        if (content instanceof Uint8Array) this.#stanzas.set(content, stanza);
      }
    });
  }

  async #keeping(
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
        const news = await this.#read(stanza, bytes, account);
        if (news && !this.#kept.has(news)) {
          const one = this.#kept.add(news, own);
          added.push(one);
          await keys.set({ [UnsyncedMessages.type]: one.values } as SignalDataSet);
        }
        return bytes;
      }, lock);
      for (const one of added) one.tell();
      return plain;
    } catch (error) {
      for (const one of added) one.withdraw();
      throw error;
    }
  }

  /**
   * Messages that came in no stanza of their own, the latest first, if they are wanted: kept and told, oldest first.
   * @param isHistory a person asked for them, and they are no news
   */
  async addLate(
    messages: WAMessage[],
    creds: AuthenticationCreds,
    isWanted: NewsFilter,
    isHistory: boolean,
  ): Promise<void> {
    if (!creds.me) return;
    const account = addressOf(creds.me.id);
    const read = await Promise.all(messages.map((message) => parseIncoming(message, this.#readerOf(creds))));
    const wanted = read.toReversed().flatMap((one) => (one && isWanted(one, account) ? one : []));
    for (const one of wanted.sort((a, b) => atMsOf(a) - atMsOf(b))) {
      if (this.#kept.has(one) || (await this.#isOurs(one))) continue;
      const marked = isHistory && 'message' in one ? { message: { ...one.message, isHistory } } : one;
      await this.#kept.addAlone(marked, account);
    }
  }

  /** WhatsApp's history has what this engine sent, too. */
  async #isOurs(news: IncomingUpdate): Promise<boolean> {
    if (!('message' in news) || !news.message.fromMe) return false;
    return (await this.#content(news.message.waMessageId)) !== null;
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

/** Null: no message. Its keys are stored all the same, and Baileys says what is wrong. */
function decoded(bytes: Uint8Array): proto.Message | null {
  try {
    return proto.Message.decode(unpadRandomMax16(bytes));
  } catch {
    return null;
  }
}

/** Hands receipts to Baileys, which acknowledges them at once, only when the server has taken them. */
export function holdReceipts(stanzas: EventEmitter, emit: DriverContext['emit']): void {
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
