import { z } from 'zod';
import { entityId, instant } from '../entity.ts';

/**
 * How a browser extension gets its engine's token: a person creates a code on the engines page, and the extension
 * exchanges it. From then on it works its lane by the engine protocol, with a token for that engine only.
 */
export const EXTENSION_PAIR_PATH = '/engine/extension/pair';
/** Ends the extension's pairing; called with the engine's token. */
export const EXTENSION_UNPAIR_PATH = '/engine/extension/unpair';

/** State of the lane, which the extension displays; called with the engine's token by the lane's holder. */
export const EXTENSION_QUEUE_PATH = '/engine/extension/queue';

export const pairRequest = z.strictObject({ code: z.string().min(1).max(32) });
export const pairAnswer = z.object({
  engineId: entityId,
  token: z.string(),
  workspaceName: z.string(),
  person: z.object({ fullName: z.string(), email: z.string() }),
});
export type PairAnswer = z.infer<typeof pairAnswer>;

export const queueAnswer = z.object({
  pending: z.number().int(),
  due: z.number().int(),
  /** Due time of the next message; null if none is pending. */
  nextDueAt: instant.nullable(),
});
export type QueueAnswer = z.infer<typeof queueAnswer>;
