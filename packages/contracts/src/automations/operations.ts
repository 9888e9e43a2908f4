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

/** What sets an automation off. Days and times are those of the workspace's time zone. */
export const trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('itemCreated') }),
  z.strictObject({
    kind: z.literal('cellChanged'),
    columnId: entityId,
    value: z
      .union([z.string().max(500), z.number(), z.boolean()])
      .optional()
      .describe('Left out: to any value.'),
  }),
  z.strictObject({ kind: z.literal('itemMoved'), groupId: entityId.describe('Into this group.') }),
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
    minutes: z.int().min(1).max(MAX_WAITING_MINUTES).describe('For so long a customer has waited for an answer.'),
  }),
  z.strictObject({ kind: z.literal('conversationResolved') }),
  z.strictObject({ kind: z.literal('labelSet'), label: lineOfText(MAX_LABEL_LENGTH) }),
  z.strictObject({ kind: z.literal('campaignAnswered') }),
  z.strictObject({
    kind: z.literal('schedule'),
    start: z.iso
      .datetime({ local: true, offset: false, precision: -1 })
      .describe('From then on, such as 2026-12-01T09:00.'),
    rule: z.string().min(1).max(MAX_RULE_LENGTH).describe('A recurrence rule of RFC 5545.'),
  }),
]);
export type Trigger = z.infer<typeof trigger>;
export type TriggerKind = Trigger['kind'];
export const TRIGGER_KINDS = trigger.options.map((option) => option.shape.kind.value);
/** These come from a chat. */
export const CHAT_TRIGGERS: readonly TriggerKind[] = [
  'messageReceived',
  'conversationAssigned',
  'conversationWaiting',
  'conversationResolved',
  'labelSet',
  'campaignAnswered',
];
/** These are about an item of the board; the others have none until a step creates it. */
export const ITEM_TRIGGERS: readonly TriggerKind[] = [
  'itemCreated',
  'cellChanged',
  'itemMoved',
  'buttonPressed',
  'dateReached',
  'formAnswered',
];

const textOf = (maxLength: number) => z.string().trim().min(1).max(maxLength).refine(isStorable, NOT_STORABLE);

/** Of whom: the number in this column of phone numbers; null: the chat that set it off. */
const conversation = entityId.nullable();

/**
 * What an automation does. Texts may have variables: names of columns, and of a chat {name}, {mobile} and {message}.
 */
export const step = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('setCell'), columnId: entityId, value: cellValue }),
  z.strictObject({ kind: z.literal('createItem'), groupId: entityId, cells }),
  z.strictObject({ kind: z.literal('moveToGroup'), groupId: entityId }),
  z.strictObject({
    kind: z.literal('notify'),
    userIds: z.array(entityId).max(20),
    columnId: entityId.nullable().describe('Whoever is named in this column of people, too.'),
    text: textOf(MAX_NOTE_LENGTH),
  }),
  z.strictObject({
    kind: z.literal('sendMessage'),
    columnId: entityId.nullable().describe('To the phone number there; null: to the chat that set it off.'),
    text: textOf(MAX_MESSAGE_LENGTH),
  }),
  z.strictObject({
    kind: z.literal('assign'),
    columnId: conversation,
    userId: entityId.nullable(),
    teamId: entityId.nullable().describe('Of a person and a team, one at least.'),
  }),
  z.strictObject({
    kind: z.literal('setLabel'),
    columnId: conversation,
    label: lineOfText(MAX_LABEL_LENGTH),
    isOn: z.boolean().describe('False: the label is taken off.'),
  }),
  z.strictObject({
    kind: z.literal('startBot'),
    columnId: conversation,
    botId: entityId.describe('A deployed bot begins a conversation as its trigger says.'),
  }),
  z.strictObject({
    kind: z.literal('callWebhook'),
    endpointId: entityId.describe('A webhook of the workspace. Owners and admins alone choose one.'),
  }),
]);
export type Step = z.infer<typeof step>;
export type StepKind = Step['kind'];
export const STEP_KINDS = step.options.map((option) => option.shape.kind.value);
/** These are about a chat. */
export const CHAT_STEPS: readonly StepKind[] = ['sendMessage', 'assign', 'setLabel', 'startBot'];
/** These need an item. */
export const ITEM_STEPS: readonly StepKind[] = ['setCell', 'moveToGroup'];

/** Why an automation was paused by itself. `loop`: it set itself off again and again, or answered who answers it. */
export const STOP_REASONS = ['loop'] as const;

export const automation = z.object({
  _id: entityId,
  boardId: entityId,
  name: z.string(),
  trigger,
  /** All of them must be true of the item. */
  filters: z.array(boardFilter),
  steps: z.array(step),
  isActive: z.boolean(),
  stoppedBecause: z.enum(STOP_REASONS).nullable(),
  /** Of a schedule: when it runs next. */
  nextAt: instant.nullable(),
  lastRunAt: instant.nullable(),
  version: z.int(),
  createdAt: instant,
});
export type Automation = z.infer<typeof automation>;

/** `done`; `nothing`: there was nothing to do; `refused`, with why. */
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
  /** What was said or set, for people. */
  text: z.string(),
});
export type StepResult = z.infer<typeof stepResult>;

/** `skipped`: the conditions were not met, or the automation was paused. `cut`: a loop. */
export const RUN_STATES = ['pending', 'done', 'failed', 'skipped', 'cut'] as const;
export const automationRun = z.object({
  _id: entityId,
  state: z.enum(RUN_STATES),
  itemId: entityId.nullable(),
  /** What the item, or the chat's contact, was called then. */
  subject: z.string(),
  steps: z.array(stepResult),
  createdAt: instant,
  endedAt: instant.nullable(),
});
export type AutomationRun = z.infer<typeof automationRun>;

const one = z.object({ id: entityId });
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
    .input(one.extend(rule.shape))
    .output(automation),
  update: mutation('boards')
    .route(at.put('/automations/{id}', 'Change an automation'))
    .input(one.extend(rule.shape).extend({ version: z.int() }))
    .output(automation),
  setActive: mutation('boards')
    .route(at.post('/automations/{id}/active', 'Pause or resume an automation'))
    .input(one.extend({ isActive: z.boolean() }))
    .output(automation),
  remove: mutation('boards').route(at.delete('/automations/{id}', 'Delete an automation')).input(one).output(nothing),
  runs: query('boards')
    .route(at.get('/automations/{id}/runs', 'What an automation did, the latest first'))
    .input(listQuery.omit({ sort: true }).extend({ id: entityId }))
    .output(page(automationRun)),
  test: mutation('boards')
    .route(at.post('/automations/{id}/test', 'Show what an automation would do, without doing it'))
    .input(one.extend({ itemId: entityId.nullable().describe('Null: the automation has no item.') }))
    .output(z.object({ matches: z.boolean(), steps: z.array(stepResult) })),
};
