import { type BotNode, outletsOf } from '@switchyard/contracts/bots/flow';
import type { TFunction } from 'i18next';
import '../texts.ts';

/** The outlets of a node with their names; those of a switch are named by their values. */
export function outletsWithNames(t: TFunction<'bots'>, step: BotNode): { outlet: string; name: string }[] {
  const cases = new Map(step.kind === 'switch' ? step.cases.map(({ id, value }) => [id, value || '…']) : []);
  const names = t('builder.outlets', { returnObjects: true }) as Record<string, string>;
  return outletsOf(step).map((outlet) => ({ outlet, name: cases.get(outlet) ?? names[outlet] ?? outlet }));
}
