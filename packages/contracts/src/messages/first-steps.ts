import { z } from 'zod';
import { query, routesUnder } from '../operation.ts';
import { MAX_WAITING_COUNTED } from './limits.ts';

/** Workspaces with this many messages no longer need guidance. */
export const NEW_WORKSPACE_MESSAGES = 25;

const firstSteps = z.object({
  steps: z
    .object({
      message: z.boolean().describe('Whether a message was ever scheduled.'),
      import: z.boolean().describe('Whether a file of messages was ever imported.'),
    })
    .nullable()
    .describe(`Completed first steps of a new workspace; null once it has ${NEW_WORKSPACE_MESSAGES} messages.`),
  waiting: z.number().int().describe(`Number of pending messages, counted up to ${MAX_WAITING_COUNTED}.`),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const at = routesUnder('messages');

export const firstStepsOperations = {
  firstSteps: query('messages')
    .route(at.get('/first-steps', 'First steps of a new workspace and pending messages'))
    .output(firstSteps),
};
