import { makeWASocket, type UserFacingSocketConfig, type WAMessage, type WASocket, type WAVersion } from 'baileys';
import { reasonOf } from '../../log.ts';
import type { DriverContext } from '../driver.ts';
import type { StoredAuthState } from './auth-state.ts';
import { GroupCache } from './group-cache.ts';
import type { OutgoingMessages, Sender } from './outgoing-messages.ts';
import { deferReceipts, ReceiptGuard } from './receipt-guard.ts';
import { isReadByBaileys, readRequestedHistory } from './requested-history.ts';
import type { WhatsAppNetwork } from './simulated-network.ts';
import type { UnsyncedMessages, UpdateFilter } from './unsynced-messages.ts';

interface SocketDeps {
  context: DriverContext;
  state: StoredAuthState;
  unsynced: UnsyncedMessages;
  outgoing: OutgoingMessages;
  /** Null for the real network. */
  network: WhatsAppNetwork | null;
  /** Null for the version built into Baileys. */
  version: WAVersion | null;
  /** Called when incoming messages or credentials could not be stored. */
  onFailure: (error: unknown) => void;
}

const silent = { level: 'silent', child: () => silent, trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/**
 * Opens a connection of Baileys and reports incoming messages. The caller handles the state of the connection itself
 * (`connection.update`).
 */
export function openSocket({ context, state, unsynced, outgoing, network, version, onFailure }: SocketDeps): WASocket {
  const guard = new ReceiptGuard(unsynced, context.content);
  const isNew = unsynced.updateFilter();
  const groups = new GroupCache();
  const options: UserFacingSocketConfig = {
    auth: state,
    logger: silent,
    // Online only while a person is, because otherwise the phone shows no notifications.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    shouldSyncHistoryMessage: isReadByBaileys,
    emitOwnEvents: false,
    makeSignalRepository: guard.makeRepository,
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
  guard.listen(socket.ws);
  groups.listen(socket);
  // Not from `messages.update`: Baileys may merge an update into the message itself, and withholds some.
  deferReceipts(socket.ws, context.emit);
  socket.ev.on('creds.update', (changes) => {
    state.update(changes).catch(onFailure);
  });
  const addOutOfBand = (messages: WAMessage[], isWanted: UpdateFilter, isHistory = false) => {
    guard.addOutOfBand(messages, state.creds, isWanted, isHistory).catch(onFailure);
  };
  // All other messages are reported as soon as they are decrypted. The phone has resent these in a message of its own.
  socket.ev.on('messages.upsert', ({ messages, requestId }) => {
    if (requestId) addOutOfBand(messages, () => true);
    for (const message of messages) void addRequested(message);
  });
  const addRequested = async (message: WAMessage) => {
    try {
      const older = await readRequestedHistory(message);
      if (older) addOutOfBand(older, () => true, true);
    } catch (error) {
      context.log.warn('older messages from the phone could not be read', { reason: reasonOf(error) });
    }
  };
  // Older messages were reported before, or predate the engine, and must not be answered now.
  socket.ev.on('messaging-history.set', ({ messages }) => addOutOfBand(messages, isNew));
  return socket;
}

/** The parts of a connection that are needed to build messages. */
export const senderOf = (socket: WASocket, { creds }: StoredAuthState): Sender => ({
  userJid: creds.me?.id ?? '',
  deviceSecret: creds.advSecretKey,
  upload: socket.waUploadToServer,
});
