import { makeWASocket, type UserFacingSocketConfig, type WAMessage, type WASocket, type WAVersion } from 'baileys';
import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';
import type { StoredAuthState } from './auth-state.ts';
import { holdReceipts, KeepBeforeReceipt } from './keep-before-receipt.ts';
import { KnownGroups } from './known-groups.ts';
import type { OutgoingMessages, Sender } from './outgoing-messages.ts';
import { isReadByBaileys, readRequestedHistory } from './requested-history.ts';
import type { WhatsAppNetwork } from './simulated-network.ts';
import type { NewsFilter, UnsyncedMessages } from './unsynced-messages.ts';

interface SocketDeps {
  context: DriverContext;
  state: StoredAuthState;
  kept: UnsyncedMessages;
  outgoing: OutgoingMessages;
  /** Null: the real one. */
  network: WhatsAppNetwork | null;
  /** Null: the one that Baileys came with. */
  version: WAVersion | null;
  /** What came could not be kept, or the credentials not be stored. */
  failed: (error: unknown) => void;
}

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/**
 * Opens a connection of Baileys that tells what comes in. What becomes of the connection itself is the caller's to hear
 * (`connection.update`).
 */
export function openSocket({ context, state, kept, outgoing, network, version, failed }: SocketDeps): WASocket {
  const keep = new KeepBeforeReceipt(kept, context.content);
  const isNews = kept.newsFilter();
  const groups = new KnownGroups();
  const options: UserFacingSocketConfig = {
    auth: state,
    logger: silent,
    // Online only while a person is: else the phone shows no notifications.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: isReadByBaileys,
    emitOwnEvents: false,
    makeSignalRepository: keep.makeRepository,
    cachedGroupMetadata: (jid) => groups.of(jid, () => socket.groupMetadata(jid)),
    getMessage: async ({ id, remoteJid }) => {
      const body = id ? await context.content(id) : null;
      if (!id || !remoteJid || !body) return undefined;
      return outgoing.of({ waMessageId: id, to: remoteJid, body }, senderOf(socket, state));
    },
  };
  if (network) Object.assign(options, { waWebSocketUrl: network.url, fetchAgent: network.uploadAgent });
  if (version) options.version = version;
  const socket: WASocket = makeWASocket(options);
  keep.listen(socket.ws);
  groups.listen(socket);
  // Not from `messages.update`: Baileys may merge an update into the message itself, and keeps some back.
  holdReceipts(socket.ws, context.emit);
  socket.ev.on('creds.update', (changes) => {
    state.update(changes).catch(failed);
  });
  const addLate = (messages: WAMessage[], isWanted: NewsFilter, isHistory = false) => {
    keep.addLate(messages, state.creds, isWanted, isHistory).catch(failed);
  };
  // All else is told as soon as it can be read. These the phone has sent anew, in a message of its own.
  socket.ev.on('messages.upsert', ({ messages, requestId }) => {
    if (requestId) addLate(messages, () => true);
    for (const message of messages) void addRequested(message);
  });
  const addRequested = async (message: WAMessage) => {
    try {
      const older = await readRequestedHistory(message);
      if (older) addLate(older, () => true, true);
    } catch (error) {
      context.log.warn('older messages that the phone sent could not be read', { reason: reasonOf(error) });
    }
  };
  // Older ones were told before, or came before the engine: nobody shall answer them now.
  socket.ev.on('messaging-history.set', ({ messages }) => addLate(messages, isNews));
  return socket;
}

/** What messages need of a connection. */
export const senderOf = (socket: WASocket, { creds }: StoredAuthState): Sender => ({
  userJid: creds.me?.id ?? '',
  deviceSecret: creds.advSecretKey,
  upload: socket.waUploadToServer,
});
