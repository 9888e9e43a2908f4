import { z } from 'zod';
import { entityId, lineOfText } from '../entity.ts';
import { timeOfDay } from '../messages/quiet-hours.ts';
import { schemaFault } from '../text/faults.ts';
import { PRIORITIES } from './views.ts';

export const MAX_MACRO_ACTIONS = 10;
/** Maximum macros per workspace. */
export const MAX_MACROS = 200;

/** A step of a macro; steps run in order. */
const macroAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('assign'),
    userId: z
      .union([z.uuid(), z.literal('me')])
      .nullable()
      .describe('`me` assigns the member who runs the macro. Null unassigns.'),
  }),
  z.strictObject({ kind: z.literal('assignTeam'), teamId: entityId.nullable() }),
  z.strictObject({
    kind: z.literal('addLabels'),
    labels: z.array(lineOfText(40)).min(1, schemaFault('empty')).max(20),
  }),
  z.strictObject({ kind: z.literal('prioritize'), priority: z.enum(PRIORITIES) }),
  z.strictObject({
    kind: z.literal('snooze'),
    days: z.int().min(1).max(365).describe('Days from the day of the run, in the workspace’s time zone.'),
    at: timeOfDay,
    wakesOnReply: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.literal('resolve') }),
  z.strictObject({ kind: z.literal('reopen') }),
  z.strictObject({
    kind: z.literal('insertReply'),
    quickReplyId: entityId.describe('Its text is returned for the caller to send; nothing is sent automatically.'),
  }),
]);
export type MacroAction = z.infer<typeof macroAction>;

export const macroFields = {
  name: lineOfText(60),
  actions: z.array(macroAction).min(1, schemaFault('empty')).max(MAX_MACRO_ACTIONS),
  isShared: z.boolean().describe('Whether everyone in the workspace can run it, or only its creator.'),
};

export const macro = z.object({ _id: entityId, ...macroFields, isMine: z.boolean() });
export type Macro = z.infer<typeof macro>;
