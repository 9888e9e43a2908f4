import { hkdfSync } from 'node:crypto';
import {
  type BinaryNode,
  BufferJSON,
  decodePatches,
  encodeSyncdPatch,
  type LTHashState,
  newLTHashState,
  proto,
} from 'baileys';
import type { PrivateBody } from '../network/body.ts';
import { isPrivate } from '../network/body.ts';
import { isGroupId, type StoredMessage } from '../network/model.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { addressOfJid, jidOf, numberOfJid } from './jids.ts';
import { node } from './nodes.ts';

/** The collections that WhatsApp synchronizes between devices: mutes, stars, pins, and read and archived chats. */
const COLLECTIONS = ['regular_low', 'regular_high'] as const;
type CollectionName = (typeof COLLECTIONS)[number];
export const APP_STATE_KEY_ID = Buffer.from([0, 0, 0, 0, 0, 1]);
/** Id prefix of messages that a device created by a patch of its own, which is stored already. */
const OWN_PREFIX = 'patch-';

/** The key shared by an account's devices. */
export const appStateKeyOf = (number: string): Buffer =>
  Buffer.from(hkdfSync('sha256', number, '', 'simulated app state key', 32));

interface Collection {
  state: LTHashState;
  /** The patch at index N makes version N + 1; base64. */
  patches: string[];
  /** Sequence of the last message that became a patch. */
  until: number;
}

/** A patch sent by a device. */
interface DevicePatch {
  name: CollectionName;
  /** The network's form of its content; null if it is not supported. */
  body: PrivateBody | null;
  id: string;
  /** Stores it for the account's other devices. */
  save(): void;
}

/**
 * The phone owner's settings for chats and messages, in the form that the account's devices synchronize them: encrypted
 * patches of shared collections.
 */
export class AppState {
  readonly #values: KeyValueStore;
  #work: Promise<unknown> = Promise.resolve();

  constructor(values: KeyValueStore) {
    this.#values = values;
  }

  /**
   * Stores what the message says, unless that was done for another device.
   * @returns the changed collections
   */
  record(message: StoredMessage): Promise<CollectionName[]> {
    const done = this.#work.then(() => this.#record(message));
    this.#work = done.catch(() => undefined);
    return done;
  }

  /** The response to a device that has `version` of the collection `name`. */
  since(number: string, name: string, version: number): BinaryNode {
    const collection = COLLECTIONS.find((known) => known === name);
    const patches = collection ? this.#read(number, collection).patches.slice(version) : [];
    const written = patches.map((text) => node('patch', {}, Buffer.from(text, 'base64')));
    const attrs = { name, version: String(version), has_more_patches: 'false' };
    return node('collection', attrs, written.length > 0 ? [node('patches', {}, written)] : undefined);
  }

  /** Decrypts the patch of a device that has `version`. @returns null if it is outdated or invalid */
  async open(number: string, collection: string, version: number, bytes: Uint8Array): Promise<DevicePatch | null> {
    const name = COLLECTIONS.find((known) => known === collection);
    if (!name) return null;
    const before = this.#read(number, name);
    if (version !== before.state.version) return null;
    const patch = proto.SyncdPatch.decode(bytes);
    patch.version = { version: version + 1 };
    const { state, mutationMap } = await decodePatches(name, [patch], before.state, keyOf(number), {});
    const [mutation] = Object.values(mutationMap);
    if (!mutation) return null;
    const encoded = Buffer.from(proto.SyncdPatch.encode(patch).finish()).toString('base64');
    return {
      name,
      body: bodyOf(mutation.index, mutation.syncAction.value ?? {}, number),
      id: `${OWN_PREFIX}${name}-${version + 1}-${Date.now()}`,
      save: () => this.#write(number, name, { ...before, state, patches: [...before.patches, encoded] }),
    };
  }

  #read(number: string, name: CollectionName): Collection {
    const text = this.#values.get(nameOf(number, name));
    if (text === null) return { state: newLTHashState(), patches: [], until: 0 };
    return JSON.parse(text, BufferJSON.reviver) as Collection;
  }

  #write(number: string, name: CollectionName, collection: Collection): void {
    this.#values.set(nameOf(number, name), JSON.stringify(collection, BufferJSON.replacer));
  }

  async #record({ id, from, body, sequence }: StoredMessage): Promise<CollectionName[]> {
    if (!isPrivate(body) || id.startsWith(OWN_PREFIX)) return [];
    const changed = new Set<CollectionName>();
    for (const { name, ...action } of actionsOf(body, from)) {
      const before = this.#read(from, name);
      if (sequence < before.until || (sequence === before.until && !changed.has(name))) continue;
      const { patch, state } = await encodeSyncdPatch(
        { ...action, type: name, operation: 0 },
        APP_STATE_KEY_ID.toString('base64'),
        before.state,
        keyOf(from),
      );
      const encoded = proto.SyncdPatch.encode({ ...patch, version: { version: state.version } }).finish();
      const patches = [...before.patches, Buffer.from(encoded).toString('base64')];
      this.#write(from, name, { state, patches, until: sequence });
      changed.add(name);
    }
    return [...changed];
  }
}

/** The first collection was once the only one, so it has no suffix. */
const nameOf = (number: string, name: CollectionName): string =>
  name === 'regular_low' ? `app state ${number}` : `app state ${number} ${name}`;

const keyOf = (number: string) => async () => ({ keyData: appStateKeyOf(number) });

interface StateAction {
  name: CollectionName;
  apiVersion: number;
  syncAction: proto.ISyncActionValue;
  index: string[];
}

function actionsOf(body: PrivateBody, account: string): StateAction[] {
  const jid = isGroupId(body.chat) ? body.chat : jidOf(body.chat);
  const timestamp = Date.now();
  if (body.kind === 'read') {
    const markChatAsReadAction = { read: !body.isUnread };
    const index = ['markChatAsRead', jid];
    return [{ name: 'regular_low', apiVersion: 3, syncAction: { timestamp, markChatAsReadAction }, index }];
  }
  if (body.kind === 'star') {
    const fromMe = body.writer === account;
    const participant = isGroupId(body.chat) && !fromMe ? jidOf(body.writer) : '0';
    const index = ['star', jid, body.quotedId, fromMe ? '1' : '0', participant];
    const syncAction = { timestamp, starAction: { starred: body.isStarred } };
    return [{ name: 'regular_low', apiVersion: 2, syncAction, index }];
  }
  const { isArchived, isPinned, mutedUntilMs } = body;
  const actions: StateAction[] = [];
  if (isArchived !== undefined) {
    const syncAction = { timestamp, archiveChatAction: { archived: isArchived } };
    actions.push({ name: 'regular_low', apiVersion: 3, syncAction, index: ['archive', jid] });
  }
  if (isPinned !== undefined) {
    const syncAction = { timestamp, pinAction: { pinned: isPinned } };
    actions.push({ name: 'regular_low', apiVersion: 5, syncAction, index: ['pin_v1', jid] });
  }
  if (mutedUntilMs !== undefined) {
    const muteAction = {
      muted: mutedUntilMs !== null,
      ...(mutedUntilMs === null ? {} : { muteEndTimestamp: mutedUntilMs }),
    };
    actions.push({ name: 'regular_high', apiVersion: 2, syncAction: { timestamp, muteAction }, index: ['mute', jid] });
  }
  return actions;
}

function bodyOf(
  [what = '', jid = '', id = '', fromMe = '', participant = '']: readonly (string | undefined)[],
  action: proto.ISyncActionValue,
  account: string,
): PrivateBody | null {
  const chat = isGroupId(jid) ? jid : addressOfJid(jid);
  const { markChatAsReadAction, starAction, archiveChatAction, pinAction, muteAction } = action;
  switch (what) {
    case 'markChatAsRead':
      return { kind: 'read', text: '', chat, ...(markChatAsReadAction?.read ? {} : { isUnread: true }) };
    case 'star': {
      const sender = participant === '0' ? chat : numberOfJid(participant);
      const writer = fromMe === '1' ? account : sender;
      return { kind: 'star', text: '', quotedId: id, chat, writer, isStarred: starAction?.starred ?? false };
    }
    case 'archive':
      return { kind: 'setting', text: '', chat, isArchived: archiveChatAction?.archived ?? false };
    case 'pin_v1':
      return { kind: 'setting', text: '', chat, isPinned: pinAction?.pinned ?? false };
    case 'mute': {
      const mutedUntilMs = muteAction?.muted ? Number(muteAction.muteEndTimestamp ?? -1) : null;
      return { kind: 'setting', text: '', chat, mutedUntilMs };
    }
    default:
      return null;
  }
}
