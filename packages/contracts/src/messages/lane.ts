import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { ackLevel, hold } from './message.ts';
import { quietHours, timeOfDay } from './quiet-hours.ts';

/** Rows of a lane are counted up to here: counting a million would cost more than it tells. */
export const MAX_COUNTED = 10_000;

/** Longer pauses between messages are what quiet hours are for. */
const MAX_GAP_SECONDS = 600;

/** The lane of one engine now. Counts end at `MAX_COUNTED`. */
export const laneState = z.object({
  pending: z.number().int(),
  /** Pending and due: what the lane would send now if nothing held it. */
  due: z.number().int(),
  sending: z.number().int(),
  unknown: z.number().int(),
  /** The pending message whose turn is next, and what holds it. */
  next: z.object({ _id: entityId, contactName: z.string(), dueDate: instant, holds: z.array(hold) }).nullable(),
  /** Latest acknowledgements first. */
  acknowledgements: z.array(z.object({ _id: entityId, contactName: z.string(), ack: ackLevel, at: instant })),
});
export type LaneState = z.infer<typeof laneState>;

/** What a user may set of a lane's pacing. Null: no limit. */
export const lanePacing = z.object({
  /** Messages a minute to contacts that the engine has written to before. */
  knownPerMinute: z.number().min(0.1).max(600).nullable(),
  /** Messages a minute to contacts that it writes to for the first time. */
  newPerMinute: z.number().min(0.1).max(600).nullable(),
  /** Messages that may go out at once after a pause. */
  burst: z.number().int().min(1).max(1_000),
  /** Messages a day, in the workspace's zone. */
  dailyCap: z.number().int().min(1).max(1_000_000).nullable(),
  /** Between these hours nothing goes out, in the contact's zone; both or neither: then the workspace's. */
  quietFrom: timeOfDay.nullable(),
  quietTo: timeOfDay.nullable(),
  /** No quiet hours, whatever the workspace says. */
  quietOff: z.boolean().default(false),
  /**
   * In its first week of work a number writes to few people who have never heard from it, and to more each day. Left
   * out: as it is.
   */
  warmUp: z.boolean().optional(),
  /**
   * Messages a minute that answer somebody who wrote within the last day; they wait for neither of the two above, nor
   * for a gap. Left out: as it is.
   */
  repliesPerMinute: z.number().min(0.1).max(600).nullable().optional(),
  /**
   * Between two messages that are no answers a number pauses for a random time between these, in seconds; both or
   * neither. Left out: as it is.
   */
  gapFromSeconds: z.number().min(0).max(MAX_GAP_SECONDS).nullable().optional(),
  gapToSeconds: z.number().min(0).max(MAX_GAP_SECONDS).nullable().optional(),
});
/** What of a pacing belongs together, as faults of its fields. */
export function faultsOfGap({
  gapFromSeconds: from = null,
  gapToSeconds: to = null,
}: Pick<LanePacing, 'gapFromSeconds' | 'gapToSeconds'>) {
  if ((from === null) !== (to === null)) {
    return [
      {
        field: from === null ? 'gapFromSeconds' : 'gapToSeconds',
        message: schemaFault('bothOfPause'),
      },
    ] as const;
  }
  if (from === null || to === null || from <= to) return [];
  return [{ field: 'gapToSeconds', message: schemaFault('pauseBackwards') }] as const;
}
export type LanePacing = z.infer<typeof lanePacing>;

/** The quiet hours of a workspace, for engines and contacts without their own; null: none. */
const workspaceQuietHours = z.object({ quietHours: quietHours.nullable() });

const at = routesUnder('messages');
const atEngines = routesUnder('engines');

export const laneOperations = {
  quietHours: query('messages')
    .route(at.get('/quiet-hours', 'The quiet hours of the workspace'))
    .output(workspaceQuietHours),
  saveQuietHours: mutation('messages')
    .route(at.put('/quiet-hours', 'Set the quiet hours of the workspace, for engines and contacts without their own'))
    .input(workspaceQuietHours)
    .output(workspaceQuietHours),
  savePacing: mutation('messages')
    .route(atEngines.put('/engines/{id}/pacing', 'How fast an engine may send, in force from its next message on'))
    .input(
      lanePacing.extend({ id: entityId }).superRefine((pacing, context) => {
        for (const { field, message } of faultsOfGap(pacing))
          context.addIssue({ code: 'custom', path: [field], message });
        const { quietFrom, quietTo } = pacing;
        if ((quietFrom === null) === (quietTo === null)) return;
        const path = [quietFrom === null ? 'quietFrom' : 'quietTo'];
        context.addIssue({ code: 'custom', path, message: schemaFault('bothQuiet') });
      }),
    )
    .output(lanePacing),
  lane: query('messages')
    .route(
      atEngines.get(
        '/engines/{id}/lane',
        'What waits in the lane of an engine, and why; of any workspace for an admin',
      ),
    )
    .input(z.object({ id: entityId }))
    .output(laneState),
};
