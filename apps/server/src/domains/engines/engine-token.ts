import { createHmac, timingSafeEqual } from 'node:crypto';

/** The contents of an engine token whose signature was verified. */
export interface EngineIdentity {
  engineId: string;
  /** The token is valid only while the engine's row has this number. */
  tokenVersion: number;
}

const SHAPE = /^engine\.([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/;

/**
 * The token of an engine process: `engine.ID.VERSION.SIGNATURE`. It does not expire; raising the row's `tokenVersion`
 * revokes it.
 */
export function issueEngineToken(secret: string, { engineId, tokenVersion }: EngineIdentity): string {
  const claim = `engine.${engineId}.${tokenVersion}`;
  return `${claim}.${sign(secret, claim)}`;
}

/**
 * Verifies the signature only; the database decides whether the version is current (`workspaceOfToken`, and every lane
 * statement).
 */
export function readEngineToken(secret: string, token: string): EngineIdentity | null {
  const [, engineId, version, signature] = SHAPE.exec(token) ?? [];
  if (!engineId || !version || !signature) return null;
  const expected = Buffer.from(sign(secret, `engine.${engineId}.${version}`));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return null;
  return { engineId, tokenVersion: Number(version) };
}

const HOST_SHAPE = /^host\.([a-z0-9-]{1,63})\.([\w-]{43})$/;

/**
 * The token of an engine host. It names a pod and grants what the engines' rows say about that pod. Pod names are never
 * reused.
 */
export function issueHostToken(secret: string, podName: string): string {
  const claim = `host.${podName}`;
  return `${claim}.${sign(secret, claim)}`;
}

/** @returns the pod's name; null if the signature is not ours */
export function readHostToken(secret: string, token: string): string | null {
  const [, podName, signature] = HOST_SHAPE.exec(token) ?? [];
  if (!podName || !signature) return null;
  return timingSafeEqual(Buffer.from(sign(secret, `host.${podName}`)), Buffer.from(signature)) ? podName : null;
}

const sign = (secret: string, claim: string) =>
  createHmac('sha256', secret).update(`engine-token:${claim}`).digest('base64url');
