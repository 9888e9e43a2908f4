import type { Rule, Step, StepKind, Trigger, TriggerKind } from '@switchyard/contracts/automations/operations';
import { type Cells, isReadOnlyType } from '@switchyard/contracts/boards/columns';
import type { Board, BoardColumn } from '@switchyard/contracts/boards/operations';
import i18next from 'i18next';
import './texts.ts';

/** An automation being edited; steps keep their keys when others are added or removed. */
export interface Draft extends Omit<Rule, 'steps'> {
  steps: { key: string; step: Step }[];
}

export const withKey = (step: Step) => ({ key: crypto.randomUUID(), step });
export const draftOf = ({ name, trigger, filters, steps }: Rule): Draft => ({
  name,
  trigger,
  filters,
  steps: steps.map(withKey),
});
export const ruleOf = ({ steps, ...draft }: Draft): Rule => ({ ...draft, steps: steps.map(({ step }) => step) });

const firstColumn = (board: Board, ...types: BoardColumn['type'][]): string =>
  board.columns.find(({ type }) => types.includes(type))?._id ?? '';
const titleOf = ({ columns }: Board): string => columns.find(({ isTitle }) => isTitle)?._id ?? '';
const groupOf = ({ groups }: Board): string => groups[0]?._id ?? '';

/** Columns whose cells an automation can set. */
export const settableColumns = ({ columns }: Board): BoardColumn[] =>
  columns.filter(({ type }) => !isReadOnlyType(type));

const everyMonday = (): Trigger => ({
  kind: 'schedule',
  start: `${new Date().toISOString().slice(0, 10)}T09:00`,
  rule: 'FREQ=WEEKLY;BYDAY=MO',
});

export function newTrigger(kind: TriggerKind, board: Board): Trigger {
  if (kind === 'cellChanged') return { kind, columnId: firstColumn(board, 'status') || titleOf(board) };
  if (kind === 'buttonPressed') return { kind, columnId: firstColumn(board, 'button') };
  if (kind === 'dateReached') return { kind, columnId: firstColumn(board, 'date'), daysBefore: 0, time: '09:00' };
  if (kind === 'messageReceived') return { kind, words: [] };
  if (kind === 'itemMoved') return { kind, groupId: board.groups.at(-1)?._id ?? '' };
  if (kind === 'conversationWaiting') return { kind, minutes: 30 };
  if (kind === 'labelSet') return { kind, label: '' };
  if (kind === 'schedule') return everyMonday();
  return { kind };
}

export function newStep(kind: StepKind, board: Board): Step {
  if (kind === 'setCell') return { kind, columnId: firstColumn(board, 'status') || titleOf(board), value: null };
  if (kind === 'createItem') return { kind, groupId: groupOf(board), cells: {} };
  if (kind === 'moveToGroup') return { kind, groupId: groupOf(board) };
  if (kind === 'notify') return { kind, userIds: [], columnId: firstColumn(board, 'people') || null, text: '' };
  const columnId = firstColumn(board, 'phone') || null;
  if (kind === 'assign') return { kind, columnId, userId: null, teamId: null };
  if (kind === 'setLabel') return { kind, columnId, label: '', isOn: true };
  if (kind === 'startBot') return { kind, columnId, botId: '' };
  if (kind === 'callWebhook') return { kind, endpointId: '' };
  return { kind, columnId, text: '' };
}

export const titleCell = (board: Board, text: string): Cells => ({ [titleOf(board)]: text });

export const RECIPES = [
  'statusNotify',
  'dueNotify',
  'formTask',
  'wordItem',
  'readyMessage',
  'movedMessage',
  'waitingNotify',
  'weekly',
] as const;
type Recipe = (typeof RECIPES)[number];

/** A sample text, with this board's columns in place of those of the task board. */
function sampleText(name: 'changed' | 'due' | 'form' | 'order' | 'ready' | 'waiting' | 'weekly', board: Board): string {
  const columnName = (id: string, fallback: string) => board.columns.find(({ _id }) => _id === id)?.name ?? fallback;
  return i18next
    .t(`automations:sample.${name}`)
    .replace('{Task}', `{${columnName(titleOf(board), 'Task')}}`)
    .replace('{Status}', `{${columnName(firstColumn(board, 'status'), 'Status')}}`);
}

/** The rule of a recipe for a board; null if the board lacks a required column. */
export function ruleFromRecipe(name: Recipe, board: Board, me: string): Rule | null {
  const status = board.columns.find(({ type }) => type === 'status');
  const done = status?.options.find(({ isDone }) => isDone);
  const people = firstColumn(board, 'people') || null;
  const phone = firstColumn(board, 'phone');
  const date = firstColumn(board, 'date');
  const title = i18next.t(`automations:recipe.${name}`);
  const notify = (text: string, more: { userIds: string[]; columnId: string | null }): Step => ({
    kind: 'notify',
    text,
    ...more,
  });
  const whenStatus: Trigger | null = status
    ? { kind: 'cellChanged', columnId: status._id, ...(done && { value: done.id }) }
    : null;
  const rule = (trigger: Trigger, steps: Step[]): Rule => ({ name: title, trigger, filters: [], steps });
  switch (name) {
    case 'statusNotify':
      return whenStatus && rule(whenStatus, [notify(sampleText('changed', board), { userIds: [me], columnId: null })]);
    case 'dueNotify':
      if (!date || !people) return null;
      return rule({ kind: 'dateReached', columnId: date, daysBefore: 0, time: '09:00' }, [
        notify(sampleText('due', board), { userIds: [], columnId: people }),
      ]);
    case 'formTask': {
      const assign: Step[] = people ? [{ kind: 'setCell', columnId: people, value: [me] }] : [];
      return rule({ kind: 'formAnswered' }, [
        ...assign,
        notify(sampleText('form', board), { userIds: [me], columnId: null }),
      ]);
    }
    case 'wordItem':
      return rule({ kind: 'messageReceived', words: [] }, [
        { kind: 'createItem', groupId: groupOf(board), cells: titleCell(board, sampleText('order', board)) },
      ]);
    case 'readyMessage':
      if (!whenStatus || !phone) return null;
      return rule(whenStatus, [{ kind: 'sendMessage', columnId: phone, text: sampleText('ready', board) }]);
    case 'movedMessage':
      if (!phone || board.groups.length < 2) return null;
      return rule(newTrigger('itemMoved', board), [
        { kind: 'sendMessage', columnId: phone, text: sampleText('ready', board) },
      ]);
    case 'waitingNotify':
      return rule(newTrigger('conversationWaiting', board), [
        notify(sampleText('waiting', board), { userIds: [me], columnId: null }),
      ]);
    case 'weekly':
      return rule(everyMonday(), [
        { kind: 'createItem', groupId: groupOf(board), cells: titleCell(board, sampleText('weekly', board)) },
      ]);
  }
}
