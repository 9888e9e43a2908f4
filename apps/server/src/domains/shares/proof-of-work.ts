import { createHash } from 'node:crypto';

/** A browser takes about a second for it, while the form is filled in; a script as long for each answer. */
const WORK_BITS = 14;

/**
 * How much work a form asks for. Browsers hash for pages of https and of their own machine alone: elsewhere none is
 * asked for.
 */
export function workBitsOf(publicUrl: string): number {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' ? WORK_BITS : 0;
}

/** Whether somebody has worked for it. */
export function isProof(challenge: string, proof: string, bits: number): boolean {
  if (bits === 0) return true;
  const digest = createHash('sha256').update(`${challenge}:${proof}`).digest();
  return digest.readUInt32BE(0) >>> (32 - bits) === 0;
}
