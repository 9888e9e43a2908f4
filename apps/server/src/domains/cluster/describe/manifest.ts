import { stringify } from 'yaml';

/** An object as YAML, like `kubectl get -o yaml`: without `managedFields`. */
export function manifestOf<Described extends { metadata?: object }>(object: Described): string {
  const { managedFields: _managedFields, ...metadata } = (object.metadata ?? {}) as Record<string, unknown>;
  return stringify({ ...object, metadata }, { lineWidth: 0, aliasDuplicateObjects: false });
}
