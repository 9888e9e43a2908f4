import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

const podNamed = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  memoryBytes: z.number(),
  /** Names of the owners of the engine sessions it serves. */
  sessions: z.array(z.string()),
});

/** A node at 90% of its memory or expected there within 30 minutes. Times are milliseconds from now. */
const pressureAlert = z.object({
  nodeName: z.string(),
  isCordoned: z.boolean(),
  memoryBytes: z.number(),
  capacityBytes: z.number(),
  growthBytesPerMinute: z.number().nullable(),
  /** When it reaches 90%; 0 if it already has. Null if unknown or not caused by its growth. */
  crossesInMs: z.number().nullable(),
  earliestInMs: z.number().nullable(),
  latestInMs: z.number().nullable(),
  /** 0 to 1. */
  confidence: z.number(),
  /** The largest pod that may be moved. */
  heaviest: podNamed.nullable(),
});
export type PressureAlert = z.infer<typeof pressureAlert>;

/** Outcomes of the alerts of the last 30 days. */
const forecastScore = z.object({
  cameTrue: z.number().int(),
  didNot: z.number().int(),
  /** The node was relieved before the outcome was known. */
  actedOn: z.number().int(),
  /** The node was removed, or its measurements ended early. */
  unknown: z.number().int(),
  open: z.number().int(),
});
export type ForecastScore = z.infer<typeof forecastScore>;

const pressureForecast = z.object({
  /** Why there is no forecast for any node; null if there is one. */
  unknown: z.string().nullable(),
  alerts: z.array(pressureAlert),
  /** Number of evaluated nodes, and of those with too few measurements. */
  judged: z.number().int(),
  waiting: z.number().int(),
  /** Minutes of measurements needed for an evaluation. */
  neededMinutes: z.number().int(),
  score: forecastScore,
});
export type PressureForecast = z.infer<typeof pressureForecast>;

const at = routesUnder('cluster');

export const forecastOperations = {
  forecast: query('cluster', 'admin')
    .errors(clusterErrors)
    .route(
      at.get(
        '/cluster/forecast',
        'Nodes expected to reach 90% memory within 30 minutes, with confidence and past accuracy',
      ),
    )
    .output(pressureForecast),
};
