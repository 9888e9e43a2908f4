import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { badRequest } from './status-error.ts';

export type Predicate = (object: KubernetesObject) => boolean;

interface Requirement {
  key: string;
  operator: '=' | '!=' | 'in' | 'notin' | 'exists' | 'absent';
  values: string[];
}

const LABEL_SET = /^([\w./-]+)\s+(in|notin)\s*\(([^)]*)\)$/;
const LABEL_COMPARISON = /^([\w./-]+)\s*(==|=|!=)\s*([\w.-]*)$/;
const LABEL_PRESENCE = /^(!?)\s*([\w./-]+)$/;

/**
 * A label selector as a predicate: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, joined by commas.
 * As in Kubernetes, `!=` and `notin` also match objects without the label.
 * @throws StatusError 400 if it can't be parsed
 */
export function labelSelector(text: string): Predicate {
  const requirements = splitOutsideParentheses(text).map(labelRequirement);
  return (object) => requirements.every((requirement) => meets(object.metadata.labels?.[requirement.key], requirement));
}

function labelRequirement(part: string): Requirement {
  const set = LABEL_SET.exec(part);
  if (set) {
    const [, key = '', operator, values = ''] = set;
    return { key, operator: operator as 'in' | 'notin', values: values.split(',').map((value) => value.trim()) };
  }
  const comparison = LABEL_COMPARISON.exec(part);
  if (comparison) {
    const [, key = '', operator, value = ''] = comparison;
    return { key, operator: operator === '!=' ? '!=' : '=', values: [value] };
  }
  const presence = LABEL_PRESENCE.exec(part);
  if (presence) return { key: presence[2] ?? '', operator: presence[1] ? 'absent' : 'exists', values: [] };
  throw badRequest(`unable to parse requirement: ${part}`);
}

function meets(actual: string | undefined, requirement: Requirement): boolean {
  switch (requirement.operator) {
    case 'exists':
      return actual !== undefined;
    case 'absent':
      return actual === undefined;
    case '=':
    case 'in':
      return actual !== undefined && requirement.values.includes(actual);
    default:
      return actual === undefined || !requirement.values.includes(actual);
  }
}

/**
 * A field selector as a predicate: `path=value`, `path==value`, `path!=value`, joined by commas. A missing field equals
 * the empty string.
 * @param allowed the paths that can be selected by
 * @throws StatusError 400 for another path, or if it can't be parsed
 */
export function fieldSelector(text: string, allowed: readonly string[]): Predicate {
  const requirements = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const parsed = /^([\w.]+)(==|=|!=)(.*)$/.exec(part.trim());
      if (!parsed) throw badRequest(`invalid field selector: ${part}`);
      const [, path = '', operator, value = ''] = parsed;
      if (!allowed.includes(path)) throw badRequest(`field label not supported: ${path}`);
      return { path: path.split('.'), equal: operator !== '!=', value };
    });
  return (object) =>
    requirements.every(
      (requirement) => (fieldAt(object, requirement.path) === requirement.value) === requirement.equal,
    );
}

function fieldAt(object: unknown, path: string[]): string {
  let at: unknown = object;
  for (const part of path) at = (at as Record<string, unknown> | undefined)?.[part];
  return at === undefined || at === null ? '' : String(at);
}

function splitOutsideParentheses(text: string): string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
