import { Seal } from '../../platform/seal.ts';

const PURPOSE = 'keys of language models';

/** Encrypts the key of a workspace's model; it cannot be moved to another workspace. */
export const sealKey = (secret: string, workspaceId: string, key: string): Buffer =>
  new Seal(secret, PURPOSE).seal(key, workspaceId);

/** Null: it was sealed with another secret, or for another workspace. */
export const openKey = (secret: string, workspaceId: string, sealed: Buffer): string | null =>
  new Seal(secret, PURPOSE).open(sealed, workspaceId);
