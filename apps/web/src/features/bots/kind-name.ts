import type { TFunction } from 'i18next';
import './texts.ts';

/** Label of a kind of node, or its own name if it has none. */
export function kindName(t: TFunction<'bots'>, kind: string): string {
  const words = t('kinds', { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}

/** Label of an event, or its own name if it has none. */
export function eventName(t: TFunction<'bots'>, type: string): string {
  const words = t('events', { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(words, type) ? (words[type] ?? type) : type;
}
