import type { TFunction } from 'i18next';
import './texts.ts';

/** A kind of node in words; one that has none by its own name. */
export function kindName(t: TFunction<'bots'>, kind: string): string {
  const words = t('kinds', { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}

/** What happened in words; what has none by its own name. */
export function eventName(t: TFunction<'bots'>, type: string): string {
  const words = t('events', { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(words, type) ? (words[type] ?? type) : type;
}
