import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an engine token says, once its signature has been checked. */
export interface EngineIdentity {
  engineId: string;
  /** Worth something only while the engine's row still has this number. */
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
 * Checks the signature only; whether the version still counts is the database's to say (`workspaceOfToken`, and every
 * lane statement).
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
 * The token of an engine host: it names a pod, and is worth what the engines' rows say of that pod. Names of pods are
 * never used twice.
 */
export function issueHostToken(secret: string, podName: string): string {
  const claim = `host.${podName}`;
  return `${claim}.${sign(secret, claim)}`;
}

/** @returns the name of the pod; null: the signature is not ours. */
export function readHostToken(secret: string, token: string): string | null {
  const [, podName, signature] = HOST_SHAPE.exec(token) ?? [];
  if (!podName || !signature) return null;
  return timingSafeEqual(Buffer.from(sign(secret, `host.${podName}`)), Buffer.from(signature)) ? podName : null;
}

const sign = (secret: string, claim: string) =>
  createHmac('sha256', secret).update(`engine-token:${claim}`).digest('base64url');
