import type { TFunction } from 'i18next';
import './texts.ts';

/** Label of a kind of node, or its own name if it has none. */
export function kindName(t: TFunction<'bots'>, kind: string): string {
  const names = t('kinds', { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(names, kind) ? (names[kind] ?? kind) : kind;
}

/** Label of an event, or its own name if it has none. */
export function eventName(t: TFunction<'bots'>, type: string): string {
  const names = t('events', { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}
