import { z } from 'zod';
import { entityId, instant } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { ackLevel, hold } from './message.ts';
import { quietHours, timeOfDay } from './quiet-hours.ts';

/** Rows of a lane are counted up to this number: counting a million would cost more than it is worth. */
export const MAX_COUNTED = 10_000;

/** Maximum gap between messages; longer pauses are the purpose of quiet hours. */
const MAX_GAP_SECONDS = 600;

/** Current state of an engine's lane. Counts end at `MAX_COUNTED`. */
export const laneState = z.object({
  pending: z.number().int(),
  /** Pending and due: what the lane would send now if nothing held it. */
  due: z.number().int(),
  sending: z.number().int(),
  unknown: z.number().int(),
  /** The next pending message, and its holds. */
  next: z.object({ _id: entityId, contactName: z.string(), dueDate: instant, holds: z.array(hold) }).nullable(),
  /** Latest acknowledgements first. */
  acknowledgements: z.array(z.object({ _id: entityId, contactName: z.string(), ack: ackLevel, at: instant })),
});
export type LaneState = z.infer<typeof laneState>;

/** User settings of a lane's pacing. Null: no limit. */
export const lanePacing = z.object({
  /** Messages per minute to contacts the engine has written to before. */
  knownPerMinute: z.number().min(0.1).max(600).nullable(),
  /** Messages per minute to first contacts. */
  newPerMinute: z.number().min(0.1).max(600).nullable(),
  /** Messages that may be sent at once after a pause. */
  burst: z.number().int().min(1).max(1_000),
  /** Messages per day, in the workspace's time zone. */
  dailyCap: z.number().int().min(1).max(1_000_000).nullable(),
  /** Quiet hours in the contact's time zone; set both or neither, which applies the workspace's. */
  quietFrom: timeOfDay.nullable(),
  quietTo: timeOfDay.nullable(),
  /** Disables quiet hours, including the workspace's. */
  quietOff: z.boolean().default(false),
  /** In its first week a number writes to few first contacts, and to more each day. Omit to leave unchanged. */
  warmUp: z.boolean().optional(),
  /**
   * Messages per minute in reply to contacts who wrote within the last day; these are exempt from the two limits above
   * and from gaps. Omit to leave unchanged.
   */
  repliesPerMinute: z.number().min(0.1).max(600).nullable().optional(),
  /**
   * Bounds in seconds of the random gap between messages that are not replies; set both or neither. Omit to leave
   * unchanged.
   */
  gapFromSeconds: z.number().min(0).max(MAX_GAP_SECONDS).nullable().optional(),
  gapToSeconds: z.number().min(0).max(MAX_GAP_SECONDS).nullable().optional(),
});
/** Returns the faults of a pacing's gap fields: both bounds or none, in order. */
export function gapFaults({
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
    .route(atEngines.put('/engines/{id}/pacing', 'Set an engine’s sending limits, effective from its next message'))
    .input(
      lanePacing.extend({ id: entityId }).superRefine((pacing, context) => {
        for (const { field, message } of gapFaults(pacing))
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
        'State of an engine’s lane and what holds it; of any workspace for a platform admin',
      ),
    )
    .input(z.object({ id: entityId }))
    .output(laneState),
};
