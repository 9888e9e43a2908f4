import { z } from 'zod';
import { entityId, instant } from '../entity.ts';

/**
 * How a browser extension gets the token of its engine: a person makes a code on the engines page, the extension
 * exchanges it. From then on it works its lane by the engine protocol, with a token that is good for that engine only.
 */
export const EXTENSION_PAIR_PATH = '/engine/extension/pair';
/** The extension gives its pairing back; with the engine's token. */
export const EXTENSION_UNPAIR_PATH = '/engine/extension/unpair';

/** What waits in the lane, as the extension shows it; with the engine's token, from whoever holds the lane. */
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
  /** When the next one is due; null: none waits. */
  nextDueAt: instant.nullable(),
});
export type QueueAnswer = z.infer<typeof queueAnswer>;
