import type { BotNode } from '@switchyard/contracts/bots/flow';
import type { TFunction } from 'i18next';
import '../texts.ts';

/** What a node does, in one line. */
export function summaryOf(t: TFunction<'bots'>, step: BotNode): string {
  switch (step.kind) {
    case 'trigger':
      if (step.on === 'keyword') return step.keywords.join(', ');
      if (step.on === 'schedule') return `${step.at} · ${step.label}`;
      return step.on === 'pattern' ? step.pattern : t(`builder.on.${step.on}`);
    case 'send':
    case 'ask':
      return step.text;
    case 'condition':
      return step.test === 'hours' ? `${step.from}–${step.until}` : step.expression;
    case 'switch':
      return step.expression;
    case 'set':
      return step.variable === '' ? '' : `${step.variable} = ${step.expression}`;
    case 'wait':
      return step.saveAs === '' ? '' : `→ ${step.saveAs}`;
    case 'delay':
      return formatDuration(t, step.seconds);
    case 'label':
      return step.label;
    case 'contact':
      return [
        ...step.fields.map(({ name }) => name),
        ...step.labelsOn.map((label) => `+${label}`),
        ...step.labelsOff.map((label) => `−${label}`),
        ...(step.consent === 'unchanged' ? [] : [t(`builder.consents.${step.consent}`)]),
        ...(step.isOptedOut ? [t('builder.isOptedOut')] : []),
      ].join(', ');
    case 'http':
      return step.url === '' ? '' : `${step.method} ${step.url}`;
    case 'aiReply':
      return step.instructions;
    case 'aiExtract':
      return step.fields.map(({ variable }) => variable).join(', ');
    case 'handover':
      return step.note;
    default:
      return '';
  }
}

/** `2 h`, `3 days`: the largest unit that divides it. */
export function formatDuration(t: TFunction<'bots'>, seconds: number): string {
  const { unit, amount } = durationOf(seconds);
  return t(`builder.units.${unit}`, { count: amount });
}

export const UNIT_SECONDS = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
export type DurationUnit = keyof typeof UNIT_SECONDS;

export function durationOf(seconds: number): { unit: DurationUnit; amount: number } {
  const unit = (['day', 'hour', 'minute'] as const).find(
    (candidate) => seconds > 0 && seconds % UNIT_SECONDS[candidate] === 0,
  );
  return { unit: unit ?? 'second', amount: seconds / UNIT_SECONDS[unit ?? 'second'] };
}
