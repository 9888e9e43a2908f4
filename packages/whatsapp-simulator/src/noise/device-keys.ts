import { type BinaryNode, BufferJSON } from 'baileys';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { bytesOf, childOf, childrenOf } from './nodes.ts';

export interface PublicKey {
  id: number;
  value: Buffer;
  signature?: Buffer;
}

/** The keys that a linked device has published, so that others can write to it. */
export interface DeviceKeys {
  registrationId: number;
  identity: Buffer;
  signed: PublicKey;
  once: PublicKey[];
}

/** The uploaded keys of linked devices, stored with the network's state. */
export class DeviceKeyStore {
  readonly #values: KeyValueStore;

  constructor(values: KeyValueStore) {
    this.#values = values;
  }

  get(jid: string): DeviceKeys | null {
    const text = this.#values.get(`keys ${jid}`);
    return text === null ? null : (JSON.parse(text, BufferJSON.reviver) as DeviceKeys);
  }

  /** Handles an upload (`iq` of `encrypt`, `set`): one-time keys are added to the remaining ones. */
  upload(jid: string, request: BinaryNode): void {
    const keys: DeviceKeys = {
      registrationId: bytesOf(childOf(request, 'registration')).readUInt32BE(0),
      identity: bytesOf(childOf(request, 'identity')),
      signed: publicKey(childOf(request, 'skey')),
      once: [...(this.get(jid)?.once ?? []), ...childrenOf(childOf(request, 'list'), 'key').map(publicKey)],
    };
    this.#save(jid, keys);
  }

  /** The keys for a new session, with one of the one-time keys, which is then used up. */
  take(jid: string): (DeviceKeys & { oneTimeKey: PublicKey | undefined }) | null {
    const keys = this.get(jid);
    if (!keys) return null;
    const oneTimeKey = keys.once.shift();
    this.#save(jid, keys);
    return { ...keys, oneTimeKey };
  }

  #save(jid: string, keys: DeviceKeys): void {
    this.#values.set(`keys ${jid}`, JSON.stringify(keys, BufferJSON.replacer));
  }
}

function publicKey(from: BinaryNode | undefined): PublicKey {
  const signature = childOf(from, 'signature');
  return {
    id: bytesOf(childOf(from, 'id')).readUIntBE(0, 3),
    value: bytesOf(childOf(from, 'value')),
    ...(signature ? { signature: bytesOf(signature) } : {}),
  };
}
