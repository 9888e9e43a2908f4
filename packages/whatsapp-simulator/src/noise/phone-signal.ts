import {
  addTransactionCapability,
  type BinaryNode,
  BufferJSON,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  generateSignalPubKey,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  unpadRandomMax16,
} from 'baileys';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { DeviceKeyStore } from './device-keys.ts';
import { numberOfJid } from './jids.ts';
import { bigEndian, node } from './nodes.ts';
import { keyPairFor } from './noise-keys.ts';

const REGISTRATION_ID = 7;
const SIGNED_KEY_ID = 1;
const silent = {
  level: 'silent',
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
};

/**
 * The Signal side of all simulated phones. They share one identity, because there may be a million of them; a session
 * is identified by both its ends. So the network can read what devices send to phones, and write to devices as a phone.
 */
export class PhoneSignal {
  readonly #repository: ReturnType<typeof DEFAULT_CONNECTION_CONFIG.makeSignalRepository>;
  readonly #devices: DeviceKeyStore;
  readonly #identity = keyPairFor('phone identity');
  readonly #signedKey = { ...keyPairFor('phone signed key') };
  readonly #signature: Uint8Array;

  constructor(values: KeyValueStore, devices: DeviceKeyStore) {
    this.#devices = devices;
    this.#signature = Curve.sign(this.#identity.private, generateSignalPubKey(this.#signedKey.public));
    const creds = {
      signedIdentityKey: this.#identity,
      signedPreKey: { keyPair: this.#signedKey, signature: this.#signature, keyId: SIGNED_KEY_ID },
      registrationId: REGISTRATION_ID,
    };
    const keys = addTransactionCapability(keyStore(values), silent, { maxCommitRetries: 1, delayBetweenTriesMs: 0 });
    this.#repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, silent);
  }

  /** A phone's keys for a key query: the same for every phone, without one-time keys. */
  keyNode(jid: string): BinaryNode {
    const signed = [
      node('id', {}, bigEndian(SIGNED_KEY_ID, 3)),
      node('value', {}, this.#signedKey.public),
      node('signature', {}, this.#signature),
    ];
    return node('user', { jid }, [
      node('registration', {}, bigEndian(REGISTRATION_ID, 4)),
      node('type', {}, Buffer.from([5])),
      node('identity', {}, this.#identity.public),
      node('skey', {}, signed),
    ]);
  }

  /** Decrypts what `device` wrote to the phone of `number`. @throws Error if it can't be read */
  async read(number: string, device: string, encrypted: { type: string; bytes: Buffer }): Promise<proto.Message> {
    const padded = await this.#repository.decryptMessage({
      jid: sessionOf(number, device),
      type: encrypted.type === 'pkmsg' ? 'pkmsg' : 'msg',
      ciphertext: encrypted.bytes,
    });
    const message = proto.Message.decode(unpadRandomMax16(padded));
    const item = message.senderKeyDistributionMessage;
    if (item) await this.#repository.processSenderKeyDistributionMessage({ item, authorJid: plain(device) });
    return message;
  }

  /** Decrypts what `device` wrote to a group. @throws Error if no phone has its sender key */
  async readGroup(group: string, device: string, bytes: Buffer): Promise<proto.Message> {
    const padded = await this.#repository.decryptGroupMessage({ group, authorJid: plain(device), msg: bytes });
    return proto.Message.decode(unpadRandomMax16(padded));
  }

  /**
   * Encrypts a message to a linked device as the phone of `number`.
   * @param isNewSession starts a new session
   * @returns null if the device has published no keys
   */
  async write(
    number: string,
    device: string,
    message: proto.IMessage,
    isNewSession = false,
  ): Promise<BinaryNode | null> {
    const jid = sessionOf(number, device);
    if (isNewSession || !(await this.#repository.validateSession(jid)).exists) {
      const keys = this.#devices.take(plain(device));
      if (!keys?.signed.signature) return null;
      await this.#repository.injectE2ESession({
        jid,
        session: {
          registrationId: keys.registrationId,
          identityKey: generateSignalPubKey(keys.identity),
          signedPreKey: {
            keyId: keys.signed.id,
            publicKey: generateSignalPubKey(keys.signed.value),
            signature: keys.signed.signature,
          },
          ...(keys.oneTimeKey
            ? { preKey: { keyId: keys.oneTimeKey.id, publicKey: generateSignalPubKey(keys.oneTimeKey.value) } }
            : {}),
        },
      });
    }
    const { type, ciphertext } = await this.#repository.encryptMessage({ jid, data: encodeWAMessage(message) });
    return node('enc', { v: '2', type }, ciphertext);
  }
}

/** The number address of a device, whichever address was used. */
const plain = (device: string): string =>
  `${numberOfJid(device).slice(1)}:${device.split(':')[1]?.split('@')[0]}@s.whatsapp.net`;

/** The id of the session between a phone and a device, since all phones share one store. */
function sessionOf(number: string, device: string): string {
  const [user, rest] = plain(device).split(':');
  return `${number.slice(1)}x${user}:${rest}`;
}

function keyStore(values: KeyValueStore): SignalKeyStore {
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const id of ids) {
        const text = values.get(`${type} ${id}`);
        if (text !== null) found[id] = JSON.parse(text, BufferJSON.reviver) as SignalDataTypeMap[T];
      }
      return found;
    },
    set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null) values.delete(`${type} ${id}`);
          else values.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer));
        }
      }
    },
  };
}
