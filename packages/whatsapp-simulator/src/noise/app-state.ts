import { hkdfSync } from 'node:crypto';
import { type BinaryNode, BufferJSON, encodeSyncdPatch, type LTHashState, newLTHashState, proto } from 'baileys';
import type { ReadBody, StarBody } from '../network/body.ts';
import { isGroupId, type StoredMessage } from '../network/model.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { jidOf } from './jids.ts';
import { node } from './nodes.ts';

/** The collection that WhatsApp keeps stars and read chats in. */
export const APP_STATE_COLLECTION = 'regular_low';
export const APP_STATE_KEY_ID = Buffer.from([0, 0, 0, 0, 0, 1]);
const API_VERSIONS = { star: 2, read: 3 };

/** The key that the devices of an account share. */
export const appStateKeyOf = (number: string): Buffer =>
  Buffer.from(hkdfSync('sha256', number, '', 'simulated app state key', 32));

interface Collection {
  state: LTHashState;
  /** The patch at place N makes version N + 1; base64. */
  patches: string[];
  /** The sequence of the last message that became a patch. */
  until: number;
}

/** What the owner of a phone has starred and read, as the account's other devices hear of it: sealed patches of a collection that all of them have. */
export class AppState {
  readonly #values: KeyValueStore;
  #work: Promise<unknown> = Promise.resolve();

  constructor(values: KeyValueStore) {
    this.#values = values;
  }

  /** Keeps what the message says, unless that was done for another device. */
  record(message: StoredMessage): Promise<void> {
    const done = this.#work.then(() => this.#record(message));
    this.#work = done.catch(() => undefined);
    return done;
  }

  /** The answer to a device that has `version` of the collection `name`. */
  since(number: string, name: string, version: number): BinaryNode {
    const patches = name === APP_STATE_COLLECTION ? this.#read(number).patches.slice(version) : [];
    const written = patches.map((text) => node('patch', {}, Buffer.from(text, 'base64')));
    const attrs = { name, version: String(version), has_more_patches: 'false' };
    return node('collection', attrs, written.length > 0 ? [node('patches', {}, written)] : undefined);
  }

  #read(number: string): Collection {
    const text = this.#values.get(`app state ${number}`);
    if (text === null) return { state: newLTHashState(), patches: [], until: 0 };
    return JSON.parse(text, BufferJSON.reviver) as Collection;
  }

  async #record({ from, body, sequence }: StoredMessage): Promise<void> {
    const before = this.#read(from);
    if ((body.kind !== 'star' && body.kind !== 'read') || sequence <= before.until) return;
    const { patch, state } = await encodeSyncdPatch(
      { ...actionOf(body, from), type: APP_STATE_COLLECTION, apiVersion: API_VERSIONS[body.kind], operation: 0 },
      APP_STATE_KEY_ID.toString('base64'),
      before.state,
      async () => ({ keyData: appStateKeyOf(from) }),
    );
    const encoded = proto.SyncdPatch.encode({ ...patch, version: { version: state.version } }).finish();
    const patches = [...before.patches, Buffer.from(encoded).toString('base64')];
    this.#values.set(`app state ${from}`, JSON.stringify({ state, patches, until: sequence }, BufferJSON.replacer));
  }
}

function actionOf(body: StarBody | ReadBody, account: string) {
  const jid = isGroupId(body.chat) ? body.chat : jidOf(body.chat);
  const timestamp = Date.now();
  if (body.kind === 'read') {
    return { syncAction: { timestamp, markChatAsReadAction: { read: true } }, index: ['markChatAsRead', jid] };
  }
  const fromMe = body.writer === account;
  const participant = isGroupId(body.chat) && !fromMe ? jidOf(body.writer) : '0';
  return {
    syncAction: { timestamp, starAction: { starred: body.isStarred } },
    index: ['star', jid, body.quotedId, fromMe ? '1' : '0', participant],
  };
}
