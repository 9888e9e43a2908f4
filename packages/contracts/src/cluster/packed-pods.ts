import { z } from 'zod';

/** A column with few distinct values: the values, and the index of each row's value; -1: none. */
const repeated = <Value extends z.ZodType>(value: Value) =>
  z.object({ values: z.array(value), at: z.array(z.number().int()) });

/**
 * A container without its id, which only requests for single pods return: `[name, ready, restarts, state, reason,
 * message, exitCode, lastReason]`.
 */
const packedContainer = z.tuple([
  z.string(),
  z.boolean(),
  z.number().int(),
  z.enum(['running', 'waiting', 'terminated', 'unknown']),
  z.string().nullable(),
  z.string().nullable(),
  z.number().int().nullable(),
  z.string().nullable(),
]);
export type PackedContainer = z.infer<typeof packedContainer>;

const text = repeated(z.string());

/**
 * Many pods by column instead of by row, with their usage: a quarter of the size, and parsed in a tenth of the time.
 * Every column has one entry per pod. Null means "absent" (a time) or "not measured".
 */
export const packedPods = z.object({
  uid: z.array(z.string()),
  name: z.array(z.string()),
  podId: text,
  /** -1: the same as `podId`. */
  instance: text,
  namespace: text,
  nodeName: text,
  phase: text,
  status: text,
  ready: text,
  app: text,
  version: text,
  owner: text,
  pinned: text,
  /** 1: yes. */
  toleratesGateway: z.array(z.number().int()),
  reason: text,
  message: text,
  restarts: z.array(z.number().int()),
  createdAtMs: z.array(z.number()),
  deletedAtMs: z.array(z.number().nullable()),
  requestedMillicores: z.array(z.number()),
  requestedBytes: z.array(z.number()),
  containers: repeated(z.array(packedContainer)),
  millicores: z.array(z.number().nullable()),
  memoryBytes: z.array(z.number().nullable()),
});
export type PackedPods = z.infer<typeof packedPods>;
