import { z } from 'zod';
import { cells, cellValue } from '../boards/columns.ts';
import { MAX_FILTERS, MAX_NAME_LENGTH } from '../boards/limits.ts';
import { boardFilter } from '../boards/operations.ts';
import { entityId, instant, isStorable, lineOfText, listQuery, NOT_STORABLE, page } from '../entity.ts';
import { MAX_RULE_LENGTH } from '../messages/limits.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import {
  MAX_LABEL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_STEPS,
  MAX_WAITING_MINUTES,
  MAX_WORDS,
} from './limits.ts';

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** What triggers an automation. Days and times are in the workspace's time zone. */
export const trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('itemCreated') }),
  z.strictObject({
    kind: z.literal('cellChanged'),
    columnId: entityId,
    value: z
      .union([z.string().max(500), z.number(), z.boolean()])
      .optional()
      .describe('Omit to match any value.'),
  }),
  z.strictObject({ kind: z.literal('itemMoved'), groupId: entityId.describe('The group the item is moved to.') }),
  z.strictObject({ kind: z.literal('buttonPressed'), columnId: entityId }),
  z.strictObject({
    kind: z.literal('dateReached'),
    columnId: entityId,
    daysBefore: z.int().min(0).max(365),
    time: timeOfDay,
  }),
  z.strictObject({ kind: z.literal('formAnswered') }),
  z.strictObject({ kind: z.literal('messageReceived'), words: z.array(lineOfText(100)).min(1).max(MAX_WORDS) }),
  z.strictObject({ kind: z.literal('conversationAssigned') }),
  z.strictObject({
    kind: z.literal('conversationWaiting'),
    minutes: z.int().min(1).max(MAX_WAITING_MINUTES).describe('Minutes a customer has waited for a reply.'),
  }),
  z.strictObject({ kind: z.literal('conversationResolved') }),
  z.strictObject({ kind: z.literal('labelSet'), label: lineOfText(MAX_LABEL_LENGTH) }),
  z.strictObject({ kind: z.literal('campaignAnswered') }),
  z.strictObject({
    kind: z.literal('schedule'),
    start: z.iso
      .datetime({ local: true, offset: false, precision: -1 })
      .describe('Local start of the recurrence, such as 2026-12-01T09:00.'),
    rule: z.string().min(1).max(MAX_RULE_LENGTH).describe('Recurrence rule (RFC 5545).'),
  }),
]);
export type Trigger = z.infer<typeof trigger>;
export type TriggerKind = Trigger['kind'];
export const TRIGGER_KINDS = trigger.options.map((option) => option.shape.kind.value);
/** Triggers that come from a chat. */
export const CHAT_TRIGGERS: readonly TriggerKind[] = [
  'messageReceived',
  'conversationAssigned',
  'conversationWaiting',
  'conversationResolved',
  'labelSet',
  'campaignAnswered',
];
/** Triggers about an item of the board; for the others there is no item until a step creates one. */
export const ITEM_TRIGGERS: readonly TriggerKind[] = [
  'itemCreated',
  'cellChanged',
  'itemMoved',
  'buttonPressed',
  'dateReached',
  'formAnswered',
];

const textOf = (maxLength: number) => z.string().trim().min(1).max(maxLength).refine(isStorable, NOT_STORABLE);

/** The phone column whose number the step is about; null: the chat that triggered it. */
const conversation = entityId.nullable();

/** What an automation does. Texts may contain variables: column names, and for chats {name}, {mobile} and {message}. */
export const step = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('setCell'), columnId: entityId, value: cellValue }),
  z.strictObject({ kind: z.literal('createItem'), groupId: entityId, cells }),
  z.strictObject({ kind: z.literal('moveToGroup'), groupId: entityId }),
  z.strictObject({
    kind: z.literal('notify'),
    userIds: z.array(entityId).max(20),
    columnId: entityId.nullable().describe('Also notify the people in this column.'),
    text: textOf(MAX_NOTE_LENGTH),
  }),
  z.strictObject({
    kind: z.literal('sendMessage'),
    columnId: entityId
      .nullable()
      .describe('Column with the recipient’s phone number; null sends to the chat that triggered it.'),
    text: textOf(MAX_MESSAGE_LENGTH),
  }),
  z.strictObject({
    kind: z.literal('assign'),
    columnId: conversation,
    userId: entityId.nullable(),
    teamId: entityId.nullable().describe('At least one of userId and teamId is required.'),
  }),
  z.strictObject({
    kind: z.literal('setLabel'),
    columnId: conversation,
    label: lineOfText(MAX_LABEL_LENGTH),
    isOn: z.boolean().describe('False removes the label.'),
  }),
  z.strictObject({
    kind: z.literal('startBot'),
    columnId: conversation,
    botId: entityId.describe('A deployed bot, which starts a conversation at its trigger.'),
  }),
  z.strictObject({
    kind: z.literal('callWebhook'),
    endpointId: entityId.describe('A webhook of the workspace. Only owners and admins may set it.'),
  }),
]);
export type Step = z.infer<typeof step>;
export type StepKind = Step['kind'];
export const STEP_KINDS = step.options.map((option) => option.shape.kind.value);
/** Steps that act on a chat. */
export const CHAT_STEPS: readonly StepKind[] = ['sendMessage', 'assign', 'setLabel', 'startBot'];
/** Steps that need an item. */
export const ITEM_STEPS: readonly StepKind[] = ['setCell', 'moveToGroup'];

/** Why an automation was paused automatically. `loop`: it keeps triggering itself, or answers an auto-responder. */
export const STOP_REASONS = ['loop'] as const;

export const automation = z.object({
  _id: entityId,
  boardId: entityId,
  name: z.string(),
  trigger,
  /** The item must match all of them. */
  filters: z.array(boardFilter),
  steps: z.array(step),
  isActive: z.boolean(),
  stoppedBecause: z.enum(STOP_REASONS).nullable(),
  /** Next run of a schedule. */
  nextAt: instant.nullable(),
  lastRunAt: instant.nullable(),
  version: z.int(),
  createdAt: instant,
});
export type Automation = z.infer<typeof automation>;

/** `done`; `nothing`: there was nothing to do; `refused`, with a reason. */
export const STEP_OUTCOMES = ['done', 'nothing', 'refused'] as const;
/** Why a step did nothing or was refused. */
export const STEP_REASONS = [
  'same',
  'gone',
  'noNumber',
  'optedOut',
  'tooMany',
  'noConnection',
  'noConversation',
  'notDeployed',
  'inConversation',
  'nobody',
  'invalid',
  'fault',
] as const;
export const stepResult = z.object({
  kind: z.enum(STEP_KINDS),
  outcome: z.enum(STEP_OUTCOMES),
  reason: z.enum(STEP_REASONS).nullable(),
  /** The item that was changed or created. */
  itemId: entityId.nullable(),
  /** What was sent or set, as readable text. */
  text: z.string(),
});
export type StepResult = z.infer<typeof stepResult>;

/** `skipped`: the conditions did not match, or the automation was paused. `cut`: a loop. */
export const RUN_STATES = ['pending', 'done', 'failed', 'skipped', 'cut'] as const;
export const automationRun = z.object({
  _id: entityId,
  state: z.enum(RUN_STATES),
  itemId: entityId.nullable(),
  /** Name of the item or of the chat's contact at that time. */
  subject: z.string(),
  steps: z.array(stepResult),
  createdAt: instant,
  endedAt: instant.nullable(),
});
export type AutomationRun = z.infer<typeof automationRun>;

const byId = z.object({ id: entityId });
const nothing = z.object({});
const rule = z.object({
  name: lineOfText(MAX_NAME_LENGTH),
  trigger,
  filters: z.array(boardFilter).max(MAX_FILTERS),
  steps: z.array(step).min(1).max(MAX_STEPS),
});
export type Rule = z.infer<typeof rule>;

const at = routesUnder('automations');

export const automationsContract = {
  list: query('boards')
    .route(at.get('/boards/{id}/automations', 'Automations of a board, by name'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(automation)),
  create: mutation('boards')
    .route(at.post('/boards/{id}/automations', 'Add an automation to a board', { successStatus: 201 }))
    .input(byId.extend(rule.shape))
    .output(automation),
  update: mutation('boards')
    .route(at.put('/automations/{id}', 'Change an automation'))
    .input(byId.extend(rule.shape).extend({ version: z.int() }))
    .output(automation),
  setActive: mutation('boards')
    .route(at.post('/automations/{id}/active', 'Pause or resume an automation'))
    .input(byId.extend({ isActive: z.boolean() }))
    .output(automation),
  remove: mutation('boards').route(at.delete('/automations/{id}', 'Delete an automation')).input(byId).output(nothing),
  runs: query('boards')
    .route(at.get('/automations/{id}/runs', 'Runs of an automation, latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(automationRun)),
  test: mutation('boards')
    .route(at.post('/automations/{id}/test', 'Show what an automation would do, without doing it'))
    .input(byId.extend({ itemId: entityId.nullable().describe('Null runs the test without an item.') }))
    .output(z.object({ matches: z.boolean(), steps: z.array(stepResult) })),
};
