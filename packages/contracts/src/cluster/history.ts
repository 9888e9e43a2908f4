import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

/** Maximum histories per request; more than a screen shows. */
const MAX_HISTORIES = 100;
/** Interval between samples. */
export const HISTORY_INTERVAL_MS = 60_000;
/** Number of samples retained: one hour. */
export const HISTORY_SAMPLES = 60;

const samples = z.array(z.number().nullable());

/** Oldest first, all of the same length; null: not measured at that time. Nothing older is known. */
const history = z.object({
  /** Uid of a pod, or name of a node. */
  key: z.string(),
  millicores: samples,
  memoryBytes: samples,
  /** Of pods: number of container restarts up to then. */
  restarts: samples,
});
export type UsageHistoryRow = z.infer<typeof history>;

const at = routesUnder('cluster');

export const historyOperations = {
  history: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.post(
        '/cluster/history',
        'CPU, memory and restarts of pods and nodes over the last hour, as observed by this server',
      ),
    )
    .input(
      z.object({
        /** By uid. */
        pods: z.array(z.string().max(64)).max(MAX_HISTORIES).default([]),
        /** By name. */
        nodes: z.array(z.string().max(253)).max(MAX_HISTORIES).default([]),
      }),
    )
    .output(
      z.object({
        everyMs: z.number(),
        /** When the last sample was taken; null if none was yet. */
        lastAtMs: z.number().nullable(),
        pods: z.array(history),
        nodes: z.array(history),
      }),
    ),
};
