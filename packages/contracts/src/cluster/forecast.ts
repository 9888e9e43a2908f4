import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { clusterErrors } from './errors.ts';

const podNamed = z.object({
  uid: z.string(),
  name: z.string(),
  namespace: z.string(),
  memoryBytes: z.number(),
  /** Of the engine sessions that it serves: who they are of. */
  sessions: z.array(z.string()),
});

/** A node that is at 90% of its memory, or is expected to be within 30 minutes. Times from now on, in milliseconds. */
const pressureAlert = z.object({
  nodeName: z.string(),
  isCordoned: z.boolean(),
  memoryBytes: z.number(),
  capacityBytes: z.number(),
  growthBytesPerMinute: z.number().nullable(),
  /** When it reaches 90%: 0, it is there now. Null: it cannot be told, or not by its growth. */
  crossesInMs: z.number().nullable(),
  earliestInMs: z.number().nullable(),
  latestInMs: z.number().nullable(),
  /** 0 to 1. */
  confidence: z.number(),
  /** The heaviest pod that may be moved. */
  heaviest: podNamed.nullable(),
});
export type PressureAlert = z.infer<typeof pressureAlert>;

/** What became of the alerts of the last 30 days. */
const forecastScore = z.object({
  cameTrue: z.number().int(),
  didNot: z.number().int(),
  /** Somebody relieved the node before it could be told. */
  actedOn: z.number().int(),
  /** The node went, or was not measured to the end. */
  unknown: z.number().int(),
  open: z.number().int(),
});
export type ForecastScore = z.infer<typeof forecastScore>;

const pressureForecast = z.object({
  /** Why nothing is told of any node, in words; null: all that is known is told. */
  unknown: z.string().nullable(),
  alerts: z.array(pressureAlert),
  /** Nodes that are judged, and those of which too little has been seen. */
  judged: z.number().int(),
  waiting: z.number().int(),
  /** Minutes of measurements that a judgement needs. */
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
        'Nodes that will reach 90% memory within 30 minutes, how sure that is, and how often it was right',
      ),
    )
    .output(pressureForecast),
};
