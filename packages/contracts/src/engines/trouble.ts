import { z } from 'zod';
import { instant } from '../entity.ts';

/**
 * Why an engine is not connected, according to its pod or its own process. The screens have a text for each, with the
 * next step.
 */
export const ENGINE_TROUBLES = [
  /** Its process could not reach the server for so long that its backlog overflowed. */
  'overfull',
  'out-of-memory',
  /** Its process was killed from outside. */
  'killed',
  /** Another process took its lane. */
  'lane-taken',
  /** The server rejected its token. */
  'token-refused',
  /** Its settings are unusable. */
  'bad-settings',
  'crashed',
  'image-missing',
  'cannot-start',
  /** Another pod, named in `detail`, uses the name of its pod. */
  'name-taken',
  /** No node has headroom for its pod. */
  'no-room',
  'evicted',
  'node-lost',
  /** Its pod was deleted by someone, or by the cluster without a reason. */
  'pod-gone',
  /** Reported by the engine: the phone unlinked it. */
  'logged-out',
  /** Reported by the engine: the account was opened somewhere else. */
  'replaced',
  /** Reported by the engine, in `detail`. */
  'said',
] as const;
export type EngineTroubleCause = (typeof ENGINE_TROUBLES)[number];

export const engineTrouble = z.object({
  cause: z.enum(ENGINE_TROUBLES),
  /** Further information from the source; null if none. */
  detail: z.string().nullable(),
  /** Exit code of the ended process; null if none ended. */
  exitCode: z.number().int().nullable(),
  /** When the process ended, by the cluster's clock; null if unknown. */
  endedAt: instant.nullable(),
});
export type EngineTrouble = z.infer<typeof engineTrouble>;
