import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { Curve, type KeyPair, proto } from 'baileys';

/**
 * The network's keys are derived from fixed texts: they are the same in every run, so that paired devices stay paired
 * after a restart, and clients can know in advance whom to trust. They are public and protect nothing.
 */
const SEED = 'Switchyard simulated WhatsApp';
/** DER prefix of a raw X25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** An X25519 key pair derived from a name. */
export function keyPairFor(name: string): KeyPair {
  const seed = Buffer.from(hkdfSync('sha256', SEED, '', name, 32));
  seed[0] = (seed[0] ?? 0) & 248;
  seed[31] = ((seed[31] ?? 0) & 127) | 64;
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return { private: seed, public: Buffer.from(x ?? '', 'base64url') };
}

/** The root that clients must trust instead of WhatsApp's (`WA_CERT_DETAILS.PUBLIC_KEY` in Baileys). */
export const noiseRoot = keyPairFor('certificate root');
export const noiseStatic = keyPairFor('noise static');

/** The chain that proves to a client that the static key is the network's. */
export const certificateChain = (() => {
  const intermediate = keyPairFor('certificate intermediate');
  const { CertChain } = proto;
  const { Details } = CertChain.NoiseCertificate;
  const validity = { notBefore: 0, notAfter: 4_000_000_000 };
  const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public, ...validity }).finish();
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: noiseStatic.public, ...validity }).finish();
  return CertChain.encode({
    intermediate: { details: middle, signature: Curve.sign(noiseRoot.private, middle) },
    leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
  }).finish();
})();
