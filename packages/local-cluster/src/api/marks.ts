import type { Node, ObjectMeta } from '@switchyard/kubernetes/objects';
import type { StatusCause } from '../kubernetes/status-error.ts';

const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const MAX_PREFIX_LENGTH = 253;
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Faults of an object's labels and annotations. */
export function faultsOfMarks({ labels, annotations }: Partial<ObjectMeta>): StatusCause[] {
  const faults: StatusCause[] = [];
  for (const [field, marks] of [
    ['metadata.labels', labels],
    ['metadata.annotations', annotations],
  ] as const) {
    for (const [key, value] of Object.entries(marks ?? {})) {
      if (!isKey(key)) faults.push(wrong(field, `Invalid value: "${key}": must be a name with an optional prefix`));
      const isGood = typeof value === 'string' && (field === 'metadata.annotations' || isValue(value));
      if (!isGood) faults.push(wrong(field, `Invalid value: ${JSON.stringify(value)}: not a value of "${key}"`));
    }
  }
  return faults;
}

/** Faults of a node's taints and cordon. */
export function faultsOfTaints({ spec }: Pick<Node, 'spec'>): StatusCause[] {
  const { taints = [], unschedulable = false } = spec ?? {};
  const faults: StatusCause[] = [];
  if (typeof unschedulable !== 'boolean')
    faults.push(wrong('spec.unschedulable', 'Invalid value: must be true or false'));
  const seen = new Set<string>();
  for (const [at, { key, value = '', effect }] of taints.entries()) {
    const field = `spec.taints[${at}]`;
    if (!isKey(key)) faults.push(wrong(`${field}.key`, `Invalid value: ${JSON.stringify(key)}`));
    if (!isValue(value)) faults.push(wrong(`${field}.value`, `Invalid value: ${JSON.stringify(value)}`));
    if (!EFFECTS.includes(effect))
      faults.push(wrong(`${field}.effect`, `Unsupported value: ${JSON.stringify(effect)}`));
    if (seen.has(`${key}:${effect}`))
      faults.push(wrong(field, 'Duplicate value: taints must be unique by key and effect pair'));
    seen.add(`${key}:${effect}`);
  }
  return faults;
}

function isKey(key: unknown): boolean {
  if (typeof key !== 'string') return false;
  const [name = '', prefix, ...more] = key.split('/').reverse();
  if (more.length > 0 || !NAME.test(name)) return false;
  return prefix === undefined || (prefix.length <= MAX_PREFIX_LENGTH && PREFIX.test(prefix));
}

const isValue = (value: unknown) => typeof value === 'string' && (value === '' || NAME.test(value));
const wrong = (field: string, message: string): StatusCause => ({ field, message, reason: 'FieldValueInvalid' });
