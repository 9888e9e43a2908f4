import type { TFunction } from 'i18next';
import './texts.ts';

/** Label of an action, cause or outcome; its own name if it has none. */
export function auditText(t: TFunction<'clusterAudit'>, kind: 'actions' | 'causes' | 'outcomes', name: string): string {
  const texts = t(kind, { returnObjects: true }) as Record<string, string>;
  return Object.hasOwn(texts, name) ? (texts[name] ?? name) : name;
}
