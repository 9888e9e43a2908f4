import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** A certificate and its key, as PEM texts. */
export interface Certificate {
  cert: string;
  key: string;
}

export interface Authority extends Certificate {
  /** Issues a certificate for `127.0.0.1`, `localhost` and `::1`, valid for servers and clients. */
  issue(commonName: string): Certificate;
}

const DAY_MS = 86_400_000;

/**
 * A certificate authority for one test. Encodes X.509 by hand, because Node can read certificates but not create them.
 */
export function createAuthority(): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = 'Test authority';
  const root = certificate({
    subject: name,
    issuer: name,
    publicKey: keys.publicKey,
    signer: keys.privateKey,
    isCa: true,
  });
  return {
    cert: root,
    key: pem(keys.privateKey),
    issue(subject) {
      const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const cert = certificate({
        subject,
        issuer: name,
        publicKey: own.publicKey,
        signer: keys.privateKey,
        isCa: false,
      });
      return { cert, key: pem(own.privateKey) };
    },
  };
}

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

interface Facts {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signer: KeyObject;
  isCa: boolean;
}

function certificate({ subject, issuer, publicKey, signer, isCa }: Facts): string {
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const validity = sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const constraints = extension('551d13', isCa ? sequence(der(0x01, Buffer.from([0xff]))) : sequence());
  const names = sequence(
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])])),
  );
  const extensions = isCa ? sequence(constraints) : sequence(constraints, extension('551d11', names));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const body = sequence(
    version,
    serial,
    algorithm,
    called(issuer),
    validity,
    called(subject),
    spki,
    der(0xa3, extensions),
  );
  const signature = createSign('sha256').update(body).sign(signer);
  const whole = sequence(body, algorithm, bits(signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** One DER element: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => der(0x03, Buffer.concat([Buffer.from([0]), content]));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
const called = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));

function time(atMs: number): Buffer {
  const text = new Date(atMs).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`));
}
