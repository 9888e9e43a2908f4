import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { MAX_WAITING_COUNTED } from './limits.ts';

/** Whoever has so many messages needs no leading. */
export const NEW_WORKSPACE_MESSAGES = 25;

const firstSteps = z.object({
  steps: z
    .object({
      message: z.boolean().describe('A message was ever scheduled.'),
      import: z.boolean().describe('A file of messages was ever imported.'),
    })
    .nullable()
    .describe(
      `What a new workspace has done already; null once it has ${NEW_WORKSPACE_MESSAGES} messages, and is not new.`,
    ),
  waiting: z.number().int().describe(`Messages that are still to go out, counted up to ${MAX_WAITING_COUNTED}.`),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const at = routesUnder('messages');

export const firstStepsOperations = {
  firstSteps: query('messages')
    .route(at.get('/first-steps', 'What a new workspace has done already, and what waits to go out'))
    .output(firstSteps),
};
