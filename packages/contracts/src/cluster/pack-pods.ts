import type { PackedContainer, PackedPods } from './packed-pods.ts';
import type { ContainerRow, PodRow, UsageRow } from './rows.ts';

/** Packs pods for the stream, without their containers' ids. */
export function packPods(pods: readonly PodRow[], usageOf: (uid: string) => UsageRow | undefined): PackedPods {
  const usages = pods.map((pod) => usageOf(pod.uid));
  const column = (read: (pod: PodRow) => string | undefined) => packTexts(pods, read);
  return {
    uid: pods.map((pod) => pod.uid),
    name: pods.map((pod) => pod.name),
    podId: column((pod) => pod.podId),
    instance: column((pod) => (pod.instance === pod.podId ? undefined : pod.instance)),
    namespace: column((pod) => pod.namespace),
    nodeName: column((pod) => pod.nodeName),
    phase: column((pod) => pod.phase),
    status: column((pod) => pod.status),
    ready: column((pod) => pod.ready),
    app: column((pod) => pod.app),
    version: column((pod) => pod.version),
    owner: column((pod) => pod.owner),
    pinned: column((pod) => pod.pinned),
    toleratesGateway: pods.map((pod) => (pod.toleratesGateway ? 1 : 0)),
    reason: column((pod) => pod.reason),
    message: column((pod) => pod.message),
    restarts: pods.map((pod) => pod.restarts),
    createdAtMs: pods.map((pod) => pod.createdAtMs),
    deletedAtMs: pods.map((pod) => pod.deletedAtMs ?? null),
    requestedMillicores: pods.map((pod) => pod.requestedMillicores),
    requestedBytes: pods.map((pod) => pod.requestedBytes),
    containers: packContainers(pods),
    millicores: usages.map((usage) => usage?.[1] ?? null),
    memoryBytes: usages.map((usage) => usage?.[2] ?? null),
  };
}

/** Unpacks {@link packPods} in order, each pod with its usage. Repeated values share one object. */
export function* unpackPods(
  packed: PackedPods,
): Generator<{ pod: PodRow; millicores: number | null; memoryBytes: number | null }> {
  const containersOf = packed.containers.values.map((containers) => containers.map(unpackContainer));
  for (const [row, uid] of packed.uid.entries()) {
    const podId = textAt(packed.podId, row) ?? '';
    const pinned = textAt(packed.pinned, row);
    const reason = textAt(packed.reason, row);
    const message = textAt(packed.message, row);
    const deletedAtMs = packed.deletedAtMs[row] ?? null;
    const pod: PodRow = {
      uid,
      name: packed.name[row] ?? '',
      namespace: textAt(packed.namespace, row) ?? '',
      nodeName: textAt(packed.nodeName, row) ?? '',
      phase: textAt(packed.phase, row) ?? '',
      status: textAt(packed.status, row) ?? '',
      ready: textAt(packed.ready, row) ?? '',
      restarts: packed.restarts[row] ?? 0,
      app: textAt(packed.app, row) ?? '',
      instance: textAt(packed.instance, row) ?? podId,
      version: textAt(packed.version, row) ?? '',
      podId,
      owner: textAt(packed.owner, row) ?? '',
      ...(pinned === undefined ? {} : { pinned }),
      ...(packed.toleratesGateway[row] ? { toleratesGateway: true } : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
      createdAtMs: packed.createdAtMs[row] ?? 0,
      ...(deletedAtMs === null ? {} : { deletedAtMs }),
      requestedMillicores: packed.requestedMillicores[row] ?? 0,
      requestedBytes: packed.requestedBytes[row] ?? 0,
      containers: containersOf[packed.containers.at[row] ?? -1] ?? [],
    };
    yield { pod, millicores: packed.millicores[row] ?? null, memoryBytes: packed.memoryBytes[row] ?? null };
  }
}

function textAt(column: PackedPods['status'], row: number): string | undefined {
  return column.values[column.at[row] ?? -1];
}

function packTexts(pods: readonly PodRow[], read: (pod: PodRow) => string | undefined): PackedPods['status'] {
  const positions = new Map<string, number>();
  const indexes = pods.map((pod) => {
    const value = read(pod);
    return value === undefined ? -1 : indexOf(positions, value);
  });
  return { values: [...positions.keys()], at: indexes };
}

function packContainers(pods: readonly PodRow[]): PackedPods['containers'] {
  const positions = new Map<string, number>();
  const values: PackedContainer[][] = [];
  const indexes = pods.map(({ containers }) => {
    const packed = containers.map(packContainer);
    const index = indexOf(positions, JSON.stringify(packed));
    values[index] ??= packed;
    return index;
  });
  return { values, at: indexes };
}

function indexOf(positions: Map<string, number>, value: string): number {
  const known = positions.get(value);
  if (known !== undefined) return known;
  positions.set(value, positions.size);
  return positions.size - 1;
}

function packContainer(row: ContainerRow): PackedContainer {
  const { name, ready, restarts, state, reason, message, exitCode, lastReason } = row;
  return [name, ready, restarts, state, reason ?? null, message ?? null, exitCode ?? null, lastReason ?? null];
}

function unpackContainer(packed: PackedContainer): ContainerRow {
  const [name, ready, restarts, state, reason, message, exitCode, lastReason] = packed;
  return {
    name,
    ready,
    restarts,
    state,
    ...(reason === null ? {} : { reason }),
    ...(message === null ? {} : { message }),
    ...(exitCode === null ? {} : { exitCode }),
    ...(lastReason === null ? {} : { lastReason }),
  };
}
