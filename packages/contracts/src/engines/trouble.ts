import { z } from 'zod';
import { instant } from '../entity.ts';

/**
 * Why an engine is not connected, as far as its pod or its own process says. The screens have words for each, and what
 * to do next.
 */
export const ENGINE_TROUBLES = [
  /** Its process could tell the server nothing for so long that too much waited. */
  'overfull',
  'out-of-memory',
  /** Something outside ended its process. */
  'killed',
  /** Another process took its lane. */
  'lane-taken',
  /** The server did not accept its token. */
  'token-refused',
  /** It was given settings that it cannot use. */
  'bad-settings',
  'crashed',
  'image-missing',
  'cannot-start',
  /** Another pod, which is in `detail`, has the name that its pod should get. */
  'name-taken',
  /** No node has room for its pod. */
  'no-room',
  'evicted',
  'node-lost',
  /** Somebody removed its pod, or the cluster did without a word. */
  'pod-gone',
  /** Its own word: the phone unlinked it. */
  'logged-out',
  /** Its own word: the same account was opened somewhere else. */
  'replaced',
  /** Its own word, in `detail`. */
  'said',
] as const;
export type EngineTroubleCause = (typeof ENGINE_TROUBLES)[number];

export const engineTrouble = z.object({
  cause: z.enum(ENGINE_TROUBLES),
  /** What whoever noticed it says beside; null: nothing. */
  detail: z.string().nullable(),
  /** Of the process that ended; null: none did. */
  exitCode: z.number().int().nullable(),
  /** When the process ended, by the cluster's clock; null: nobody says. */
  endedAt: instant.nullable(),
});
export type EngineTrouble = z.infer<typeof engineTrouble>;
