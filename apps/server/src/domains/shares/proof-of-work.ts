import { createHash } from 'node:crypto';

/** Difficulty: takes a browser about a second while the form is filled in, and a script as long for each answer. */
const WORK_BITS = 14;

/** The difficulty for forms. Browsers hash only on https pages and on localhost; elsewhere no work is required. */
export function workBitsOf(publicUrl: string): number {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' ? WORK_BITS : 0;
}

/** Whether a proof solves a challenge. */
export function isProof(challenge: string, proof: string, bits: number): boolean {
  if (bits === 0) return true;
  const digest = createHash('sha256').update(`${challenge}:${proof}`).digest();
  return digest.readUInt32BE(0) >>> (32 - bits) === 0;
}
