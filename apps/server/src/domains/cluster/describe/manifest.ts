import { stringify } from 'yaml';

/** An object as YAML, as `kubectl get -o yaml` shows it: without who manages which of its fields. */
export function manifestOf<Described extends { metadata?: object }>(object: Described): string {
  const { managedFields: _managedFields, ...metadata } = (object.metadata ?? {}) as Record<string, unknown>;
  return stringify({ ...object, metadata }, { lineWidth: 0, aliasDuplicateObjects: false });
}
