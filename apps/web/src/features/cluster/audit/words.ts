import type { TFunction } from 'i18next';
import './texts.ts';

/** What was done, or why, in words; what has none is shown by its own name. */
export function auditText(t: TFunction<'clusterAudit'>, kind: 'actions' | 'causes' | 'outcomes', name: string): string {
  const words = t(kind, { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
