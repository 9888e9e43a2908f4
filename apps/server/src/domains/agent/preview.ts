import type { AnyWidget, Widget } from '@switchyard/contracts/agent/widgets';
import {
  byTool,
  confirmationQuestion,
  confirmLabel,
  formatMoment,
  formatRecipient,
  formatRule,
  formatToolName,
  isKnownAction,
} from './format.ts';
import type { Choice } from './planner/token-reader.ts';
import { addressee, type Setting, sends } from './setting.ts';
import { type ConfirmationState, inverse, type Outcome, type Step } from './steps.ts';

const text = (value: string, more: Partial<Extract<Widget, { type: 'Text' }>> = {}): Widget => ({
  type: 'Text',
  value,
  ...more,
});
const caption = (value: string): Widget => ({ type: 'Caption', value });

/** Longer widget texts are not rendered. */
const MAX_TEXT_LENGTH = 8_000;
/** The full text to be sent: people must see everything that they confirm. */
const fullText = (words: string): Widget[] =>
  Array.from({ length: Math.ceil(words.length / MAX_TEXT_LENGTH) }, (_, at) =>
    text(words.slice(at * MAX_TEXT_LENGTH, (at + 1) * MAX_TEXT_LENGTH)),
  );
/**
 * Maximum steps rendered separately; beyond it, widget nodes are saved so that the last steps and the buttons aren't
 * cut off.
 */
const MAX_SEPARATE_STEPS = 50;

/** Tools that send a message which would not be sent otherwise. */
const WRITES = new Set(['schedule_message', 'resend_message', 'restore_message', 'resume_recurring_message']);

const warnings = (step: Step, { suppressed }: Setting): Widget[] =>
  WRITES.has(step.tool) && suppressed.has(addressee(step))
    ? [text('They have opted out.', { color: 'danger', size: 'sm' })]
    : [];

/** A step as shown before confirmation: recipient, time (with weekday and zone), and text. */
function stepLines(step: Step, setting: Setting): Widget[] {
  const { tool, args, row } = step;
  const { zone } = setting;
  if (step.series) {
    const { recipientName, recipientId, rule, start, zone: ofSeries, message } = step.series;
    return [
      text(formatRecipient(recipientName, recipientId), { weight: 'semibold' }),
      caption(`${formatRule(rule, start)} (${ofSeries})`),
      ...warnings(step, setting),
      ...fullText(message),
    ];
  }
  if (tool === 'create_contact') return [text(String(args.name), { weight: 'semibold' }), caption(String(args.mobile))];
  if (['stop_bot', 'resume_bot', 'remove_contact'].includes(tool))
    return [text(String(args.name), { weight: 'semibold' })];
  if (tool === 'label_contacts') {
    const { label, mobiles, on } = args as { label: string; mobiles: string[]; on?: boolean };
    return [
      text(`${on === false ? 'Take off' : 'Put on'}: ${label}`, { weight: 'semibold' }),
      caption(mobiles.join(', ')),
    ];
  }
  if (!isKnownAction(tool)) {
    return [
      ...(row ? [text(formatRecipient(row.recipientName, row.recipientId), { weight: 'semibold' })] : []),
      text(formatToolName(tool), { weight: 'semibold' }),
      ...Object.entries(args).map(([name, value]) => caption(`${name}: ${JSON.stringify(value)}`)),
    ];
  }
  const entry = (args.contactList as { mobile?: string; id?: string }[] | undefined)?.[0];
  const to = row
    ? formatRecipient(row.recipientName, row.recipientId)
    : formatRecipient(String(args.contactName ?? ''), entry?.mobile ?? entry?.id ?? '');
  // New text replaces the current one.
  const words = typeof args.message === 'string' ? args.message : (row?.message ?? '');
  const due = args.dueDate as string | undefined;
  const dueZone = (args.zone as string | undefined) ?? zone;
  const { rule, except = [] } = (args.recurrence ?? {}) as { rule?: string; except?: string[] };
  const was = row ? formatMoment(row.dueLocal, row.zone) : '';
  const lines: Widget[] = [text(to, { weight: 'semibold' })];
  const isNow = due === 'now' || (due === undefined && ['resend_message', 'schedule_message'].includes(tool));
  if (isNow) lines.push(caption(`Now (${dueZone})`));
  else if (due && row && tool === 'reschedule_message')
    lines.push(caption(`From ${was}`), caption(`To ${formatMoment(due, dueZone)}`));
  else if (due) lines.push(caption(formatMoment(due, dueZone)));
  else if (row) lines.push(caption(was));
  if (rule) lines.push(caption(due && due !== 'now' ? formatRule(rule, due) : rule));
  if (except.length > 0) lines.push(caption(`Not at ${except.join(', ')}`));
  lines.push(...warnings(step, setting));
  lines.push(...fullText(words));
  return lines;
}

const STATES: Record<Exclude<ConfirmationState, 'pending'>, string> = {
  done: 'Confirmed',
  dismissed: 'Left as it is',
  expired: 'Can no longer be confirmed',
  replaced: 'Replaced: see below',
  undone: 'Confirmed, and undone',
};

const engineCaption = ([engine]: readonly (string | null)[]): Widget =>
  caption(engine ? `Goes through ${engine}.` : 'There is no engine yet: it waits until one is connected.');

/** The confirmation card; once it is over, it shows the outcome without buttons. */
export function confirmationCard(
  id: string,
  steps: readonly Step[],
  state: ConfirmationState,
  setting: Setting,
): AnyWidget {
  const kinds = byTool(steps);
  const isOneOf = (tools: readonly string[]) => steps.some(({ tool }) => tools.includes(tool));
  const sending = steps.filter(sends);
  const engines = [...new Set(sending.map((step) => setting.engines.get(step) ?? null))];
  const isHarsh = isOneOf(['cancel_message', 'stop_recurring_message', 'stop_bot', 'remove_contact']);
  return {
    type: 'Card',
    key: id,
    children: [
      ...kinds.flatMap((kind): AnyWidget[] => [
        ...(kinds.length > 1 ? [caption(confirmationQuestion(kind))] : []),
        ...kind.flatMap((step): AnyWidget[] => {
          const lines = stepLines(step, setting);
          if (engines.length > 1 && sends(step)) lines.push(engineCaption([setting.engines.get(step) ?? null]));
          return steps.length > MAX_SEPARATE_STEPS ? lines : [{ type: 'Col', gap: 1, children: lines }];
        }),
      ]),
      ...(engines.length === 1 ? [engineCaption(engines)] : []),
      state === 'pending'
        ? {
            type: 'Row',
            gap: 2,
            children: [
              {
                type: 'Button',
                label: kinds.length > 1 ? `Do all ${steps.length}` : confirmLabel(steps[0]?.tool ?? '', steps.length),
                style: 'primary',
                ...(isHarsh ? { color: 'danger' as const } : {}),
                onClickAction: { type: 'agent.confirm', payload: { id } },
              },
              {
                type: 'Button',
                label: LEAVE_LABEL,
                style: 'secondary',
                onClickAction: { type: 'agent.dismiss', payload: { id } },
              },
            ],
          }
        : { type: 'Badge', label: STATES[state], color: state === 'done' ? 'success' : 'secondary' },
    ],
  };
}

/** Label of the dismiss button. */
export const LEAVE_LABEL = 'Leave it as it is';

/** Undo buttons: for everything, or for one message. */
export function undoCard(
  id: string,
  outcomes: readonly Outcome[],
  names: ReadonlyMap<string, string>,
): AnyWidget | null {
  const left = outcomes.filter((outcome) => !outcome.isUndone && inverse(outcome) !== null);
  if (left.length === 0) return null;
  const button = (label: string, messageId?: string): AnyWidget => ({
    type: 'Button',
    label,
    style: 'secondary',
    size: 'sm',
    onClickAction: { type: 'agent.undo', payload: { id, ...(messageId ? { messageId } : {}) } },
  });
  const ids = [...new Set(left.map((entry) => entry.id))];
  const single = ids.length > 1 ? ids.map((id) => button(`Undo: ${names.get(id) ?? 'message'}`, id)) : [];
  return {
    type: 'Row',
    key: `undo-${id}`,
    gap: 2,
    wrap: 'wrap',
    children: [button(left.length > 1 ? `Undo all ${left.length}` : 'Undo'), ...single],
  };
}

/** Buttons that resend the request in unambiguous words. */
export function choiceRow(choices: readonly Choice[]): AnyWidget {
  return {
    type: 'Row',
    gap: 2,
    wrap: 'wrap',
    children: choices.map(
      ({ label, request }): AnyWidget => ({
        type: 'Button',
        label,
        style: 'secondary',
        onClickAction: { type: 'agent.ask', payload: { message: request } },
      }),
    ),
  };
}
