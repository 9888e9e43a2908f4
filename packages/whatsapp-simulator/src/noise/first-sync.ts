import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { type BinaryNode, proto } from 'baileys';
import { isPrivate } from '../network/body.ts';
import { isGroupId, type StoredMessage } from '../network/model.ts';
import type { SimulatedNetwork } from '../network/simulated-network.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { APP_STATE_KEY_ID, appStateKeyOf } from './app-state.ts';
import { hiddenJidOf, jidOf } from './jids.ts';
import type { MessageBodies } from './message-bodies.ts';
import { node, seconds } from './nodes.ts';
import type { PhoneSignal } from './phone-signal.ts';

const { HistorySyncType } = proto.HistorySync;

/** Maximum number of messages sent to a newly linked device, the latest ones. */
const MAX_MESSAGES = 500;
const deflated = promisify(deflate);

interface SyncDeps {
  network: SimulatedNetwork;
  values: KeyValueStore;
  phones: PhoneSignal;
  bodies: MessageBodies;
  send: (stanza: BinaryNode) => void;
}

/**
 * The phone's initial sync to a newly linked device: a key for the settings that devices share, then the latest
 * messages of the account's chats (`INITIAL_BOOTSTRAP`, inside the notification). Repeated at each log-in until the
 * device has acknowledged it.
 */
export class FirstSync {
  readonly #me: { number: string; jid: string };
  readonly #deps: SyncDeps;
  #sentId: string | null = null;

  constructor(me: { number: string; jid: string }, deps: SyncDeps) {
    this.#me = me;
    this.#deps = deps;
  }

  /** Does nothing if the device has it already, or has published no keys yet. */
  async start(): Promise<void> {
    if (this.#sentId !== null || this.#deps.values.get(this.#mark) !== null) return;
    const { APP_STATE_SYNC_KEY_SHARE, HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type;
    const keys = [{ keyId: { keyId: APP_STATE_KEY_ID }, keyData: this.#sharedKey() }];
    await this.#send({ type: APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys } });
    const historySyncNotification = {
      syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
      chunkOrder: 1,
      progress: 100,
      initialHistBootstrapInlinePayload: await deflated(await this.#history()),
    };
    this.#sentId = await this.#send({ type: HISTORY_SYNC_NOTIFICATION, historySyncNotification });
  }

  /**
   * Sends the device older messages of a chat that it requested under this id (`ON_DEMAND`). Not repeated.
   * @param messages latest first
   */
  async sendOlder(requestId: string, chat: string, messages: readonly StoredMessage[]): Promise<void> {
    const { ON_DEMAND: syncType } = HistorySyncType;
    const conversations = [await this.#conversationOf(chat, messages)];
    const payload = proto.HistorySync.encode({ syncType, conversations }).finish();
    await this.#send({
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: proto.Message.HistorySyncType.ON_DEMAND,
        initialHistBootstrapInlinePayload: await deflated(payload),
        peerDataRequestSessionId: requestId,
      },
    });
  }

  /** The device has acknowledged the history with this id (`receipt` of type `hist_sync`). */
  received(id: string): void {
    if (id === this.#sentId) this.#deps.values.set(this.#mark, 'yes');
  }

  get #mark(): string {
    return `synced ${this.#me.jid}`;
  }

  /** @returns the id of the phone's message; null if the device has published no keys */
  async #send(protocolMessage: proto.Message.IProtocolMessage): Promise<string | null> {
    const { number, jid } = this.#me;
    const content = await this.#deps.phones.write(number, jid, { protocolMessage });
    if (!content) return null;
    const id = `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
    const attrs = { id, from: jidOf(number), type: 'text', category: 'peer', t: seconds(Date.now()) };
    this.#deps.send(node('message', attrs, [content]));
    return id;
  }

  #sharedKey(): proto.Message.IAppStateSyncKeyData {
    const keyData = appStateKeyOf(this.#me.number);
    return { keyData, fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] }, timestamp: 1 };
  }

  async #history(): Promise<Uint8Array> {
    const { number } = this.#me;
    const written = this.#deps.network.recentMessages(number, MAX_MESSAGES).filter(({ body }) => !isPrivate(body));
    const chats = Map.groupBy(written, ({ chat, from }) => (chat === number ? from : chat));
    const conversations: proto.IConversation[] = [];
    for (const [chat, messages] of chats) conversations.push(await this.#conversationOf(chat, messages));
    const contacts = [...chats.keys()].filter((chat) => !isGroupId(chat));
    return proto.HistorySync.encode({
      syncType: HistorySyncType.INITIAL_BOOTSTRAP,
      chunkOrder: 1,
      progress: 100,
      conversations,
      phoneNumberToLidMappings: contacts.map((chat) => ({ pnJid: jidOf(chat), lidJid: hiddenJidOf(chat) })),
    }).finish();
  }

  /** @param messages latest first */
  async #conversationOf(chat: string, messages: readonly StoredMessage[]): Promise<proto.IConversation> {
    const written: proto.IHistorySyncMsg[] = [];
    for (const message of messages)
      written.push({ message: await this.#written(message, chat), msgOrderId: message.sequence });
    return {
      id: isGroupId(chat) ? chat : jidOf(chat),
      name: this.#deps.network.phones.group(chat)?.subject ?? chat,
      conversationTimestamp: Math.floor((messages[0]?.acceptedAtMs ?? 0) / 1_000),
      messages: written,
    };
  }

  async #written(message: StoredMessage, chat: string): Promise<proto.IWebMessageInfo> {
    const { id, from, acceptedAtMs } = message;
    const group = isGroupId(chat) ? { participant: jidOf(from) } : {};
    const key = { id, fromMe: from === this.#me.number, remoteJid: isGroupId(chat) ? chat : jidOf(chat), ...group };
    const content = await this.#deps.bodies.write(message);
    return { key, message: content, messageTimestamp: Math.floor(acceptedAtMs / 1_000), ...group };
  }
}
