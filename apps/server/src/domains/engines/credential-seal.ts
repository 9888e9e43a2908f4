import { Seal } from '../../platform/seal.ts';

/** Seals credentials of engines, each bound to its engine and name. With a changed secret the engines must be paired again. */
export const credentialSeal = (secret: string): Seal => new Seal(secret, 'engine credentials');
