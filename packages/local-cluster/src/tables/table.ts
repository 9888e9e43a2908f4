import type { KubernetesObject } from '@switchyard/kubernetes/objects';
import { type Column, columnsOf } from './columns.ts';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Column headers of a kind, as in `meta.k8s.io/v1` Table. */
export function columnDefinitions(kind: string) {
  return columnsOf(kind).map(({ name, type, format, wide }) => ({
    name,
    type,
    format: format ?? '',
    description: '',
    priority: wide ? 1 : 0,
  }));
}

/** One row. `include` controls how much of the object is attached: kubectl sorts by it and reads its name from it. */
export function tableRow(object: KubernetesObject, include: IncludeObject, nowMs: number) {
  const columns: readonly Column<KubernetesObject>[] = columnsOf(object.kind);
  return {
    cells: columns.map((column) => column.cell(object, nowMs)),
    ...(include !== 'None' && { object: include === 'Object' ? object : partialMetadata(object) }),
  };
}

/** A table of rows; in a watch, only the first event has `columns`. */
export function table(kind: string | null, metadata: Record<string, unknown>, rows: unknown[]) {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: kind === null ? null : columnDefinitions(kind),
    rows,
  };
}

function partialMetadata({ metadata }: KubernetesObject) {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}
