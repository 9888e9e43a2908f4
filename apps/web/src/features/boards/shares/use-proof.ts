import type { SharedForm } from '@switchyard/contracts/shares/operations';
import { useEffect, useRef } from 'react';

/** Attempts between two checks for an abort. */
const ATTEMPTS_PER_CHECK = 200;

/** Finds a number for which the SHA-256 of `CHALLENGE:NUMBER` starts with `bits` zero bits. */
export async function findProof(challenge: string, bits: number, signal: AbortSignal): Promise<string> {
  if (bits === 0) return '';
  const encoder = new TextEncoder();
  for (let at = 0; !signal.aborted; at += ATTEMPTS_PER_CHECK) {
    const tries = Array.from({ length: ATTEMPTS_PER_CHECK }, async (_, ahead) => {
      const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}:${at + ahead}`));
      return new DataView(digest).getUint32(0) >>> (32 - bits) === 0;
    });
    const found = (await Promise.all(tries)).indexOf(true);
    if (found !== -1) return `${at + found}`;
  }
  return '';
}

/** Computes a form's proof of work while it is being filled in. */
export function useProof({ opened, workBits }: Pick<SharedForm, 'opened' | 'workBits'>): () => Promise<string> {
  const proof = useRef<Promise<string>>(Promise.resolve(''));
  useEffect(() => {
    const ended = new AbortController();
    proof.current = findProof(opened, workBits, ended.signal).catch(() => '');
    return () => ended.abort();
  }, [opened, workBits]);
  return () => proof.current;
}
