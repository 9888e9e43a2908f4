import { z } from 'zod';
import { reads } from './operation.ts';

/** Up to so many messages are looked at: beyond, a workspace is not new, and how many wait is no longer counted. */
export const FIRST_STEPS_LOOK_AT = 1_000;

const firstSteps = z.object({
  steps: z
    .object({
      message: z.boolean().describe('A message was ever scheduled.'),
      import: z.boolean().describe('A file of messages was ever imported.'),
    })
    .nullable()
    .describe(
      `What a new workspace has done already; null once it has ${FIRST_STEPS_LOOK_AT} messages, and is not new.`,
    ),
  waiting: z.number().int().describe(`Messages that are still to go out, counted up to ${FIRST_STEPS_LOOK_AT}.`),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const firstStepsOperations = {
  firstSteps: reads('messages')
    .route({
      method: 'GET',
      path: '/first-steps',
      tags: ['messages'],
      summary: 'What a new workspace has done already, and what waits to go out',
    })
    .output(firstSteps),
};
