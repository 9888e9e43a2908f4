import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of WebAuthn's authenticator data. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface CredentialOptions {
  challenge: string;
  origin: string;
  rpId: string;
  /** Whether the device checked a fingerprint or code. */
  isVerified?: boolean;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
/** CBOR in its shortest form, limited to what is needed: text, and bytes up to 64 kB. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const bytes = (value: Buffer) => {
  const { length } = value;
  return Buffer.concat([Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]), value]);
};

/** A test security key (WebAuthn level 3) with one passkey. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge, origin }: CredentialOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }));
  const authenticatorData = ({ rpId, isVerified = true }: CredentialOptions, credential = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = PRESENT + (isVerified ? VERIFIED : 0) + (credential.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  };
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])),
  });

  return {
    /** Creates the passkey. */
    register(options: CredentialOptions) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 0xff]), id, key]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(authenticatorData(options, credential))],
      ]);
      return answer({ clientDataJSON: clientData('webauthn.create', options), attestationObject });
    },
    /** Signs in with the passkey. */
    assert(options: CredentialOptions) {
      const clientDataJSON = clientData('webauthn.get', options);
      const data = authenticatorData(options);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return answer({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}
