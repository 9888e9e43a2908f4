import type { StayReason } from '@switchyard/cluster-rules/consolidation-plan';
import type {
  NodePlacement,
  NodeTaint,
  NodeTerm,
  PodPlacement,
  PodToleration,
} from '@switchyard/cluster-rules/placement';

interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

/**
 * The fields that decide where a pod may run and whether it may be moved, in the Kubernetes API's JSON form. Any field
 * may be missing.
 */
export interface PlacedPod {
  metadata?: {
    uid?: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: readonly { kind: string; controller?: boolean }[];
  };
  spec?: {
    priorityClassName?: string;
    tolerations?: readonly PodToleration[];
    nodeSelector?: Record<string, string>;
    affinity?: {
      nodeAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: { nodeSelectorTerms?: readonly NodeTerm[] } };
      podAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: readonly unknown[] };
      podAntiAffinity?: { requiredDuringSchedulingIgnoredDuringExecution?: readonly unknown[] };
    };
    topologySpreadConstraints?: readonly { whenUnsatisfiable?: string }[];
    containers?: readonly {
      ports?: readonly { hostPort?: number }[];
      resources?: { requests?: Record<string, string> };
    }[];
    volumes?: readonly {
      hostPath?: unknown;
      emptyDir?: { medium?: string };
      persistentVolumeClaim?: unknown;
      ephemeral?: unknown;
    }[];
  };
}

interface PlacedNode {
  metadata?: { name?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: { taints?: readonly NodeTaint[] };
  status?: { allocatable?: Record<string, string> };
}

export interface PodFacts {
  placement: PodPlacement;
  labels: Readonly<Record<string, string>>;
  stays: StayReason | undefined;
  /** Its anti-affinity, which is not evaluated here, keeps other pods off its node. */
  hasAntiAffinity: boolean;
}

interface NodeFacts {
  placement: NodePlacement;
  isControlPlane: boolean;
  costPerHour: number | null;
  maxPods: number;
}

/**
 * As in cluster-autoscaler: `true` permits moving a pod without an owner or with local files, `false` forbids moving
 * any pod.
 */
const SAFE_TO_EVICT = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
/** An engine's pod is recreated by our reconciler, and all its persistent data is in the database. */
const OUR_APP = 'switchyard-engine';
const COST = 'switchyard/cost-per-hour';
/** The default of Kubernetes. */
const DEFAULT_MAX_PODS = 110;
const CONTROL_PLANE = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
/** Every pod tolerates these two taints, and no open node has them, so they decide nothing. */
const DEFAULT_TOLERATIONS = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);

/** Resources that every node has. */
const COMMON_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);

const NO_RULES: PodPlacement = { tolerations: [], nodeSelector: {}, nodeTerms: null };
const UNKNOWN: PodFacts = { placement: NO_RULES, labels: {}, stays: 'unmeasured', hasAntiAffinity: true };

/**
 * Where each pod may run and whether it may be moved. Stored separately from the rows, which are sent to browsers;
 * equal rules of many pods are stored once.
 */
export class Placements {
  readonly #pods = new Map<string, PodFacts>();
  readonly #nodes = new Map<string, NodeFacts>();
  readonly #shared = new Map<string, PodPlacement>();
  readonly #own: string;

  /** @param own the engines' namespace, the only one in which the rights in `deploy/` permit deletions */
  constructor(own: string) {
    this.#own = own;
  }

  /** Facts about a pod; an unknown pod counts as not movable. */
  pod(uid: string): PodFacts {
    return this.#pods.get(uid) ?? UNKNOWN;
  }
  node(name: string): NodeFacts | undefined {
    return this.#nodes.get(name);
  }

  setPod(pod: PlacedPod): void {
    if (!pod.metadata?.uid) return;
    const stays = stayReason(pod) ?? (pod.metadata.namespace === this.#own ? undefined : 'other-namespace');
    this.#pods.set(pod.metadata.uid, {
      // A DaemonSet's pods each name a node, and are never moved.
      placement: stays === 'DaemonSet' ? NO_RULES : this.#share(placementOf(pod)),
      labels: pod.metadata.labels ?? {},
      stays,
      hasAntiAffinity:
        (pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0,
    });
  }
  removePod(uid: string): void {
    this.#pods.delete(uid);
    // Unused rules cost little, but must not accumulate for ever.
    if (this.#pods.size === 0) this.#shared.clear();
  }

  #share(placement: PodPlacement): PodPlacement {
    const key = JSON.stringify(placement);
    const shared = this.#shared.get(key) ?? placement;
    this.#shared.set(key, shared);
    return shared;
  }

  setNode(node: PlacedNode): void {
    const { name, labels = {}, annotations = {} } = node.metadata ?? {};
    if (!name) return;
    const cost = Number(annotations[COST] ?? Number.NaN);
    this.#nodes.set(name, {
      placement: { name, labels, taints: node.spec?.taints ?? [] },
      isControlPlane: CONTROL_PLANE.some((key) => key in labels),
      costPerHour: cost >= 0 ? cost : null,
      maxPods: Number(node.status?.allocatable?.pods ?? DEFAULT_MAX_PODS) || DEFAULT_MAX_PODS,
    });
  }
  removeNode(name: string): void {
    this.#nodes.delete(name);
  }
}

function placementOf({ spec = {} }: PlacedPod): PodPlacement {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return {
    tolerations: (spec.tolerations ?? []).filter((toleration) => !DEFAULT_TOLERATIONS.has(toleration.key ?? '')),
    nodeSelector: spec.nodeSelector ?? {},
    nodeTerms: required ? (required.nodeSelectorTerms ?? []) : null,
  };
}

/** The most serious reason why the pod must stay, independent of its current state. */
function stayReason({ metadata = {}, spec = {} }: PlacedPod): StayReason | undefined {
  const owner =
    metadata.ownerReferences?.find((ownerReference) => ownerReference.controller) ?? metadata.ownerReferences?.[0];
  const isOurs = metadata.labels?.['app.kubernetes.io/name'] === OUR_APP;
  const safe = metadata.annotations?.[SAFE_TO_EVICT];
  if (metadata.annotations?.['kubernetes.io/config.mirror'] || owner?.kind === 'Node') return 'mirror';
  if (owner?.kind === 'DaemonSet') return 'DaemonSet';
  if (spec.priorityClassName?.startsWith('system-')) return 'critical';
  if (safe === 'false') return 'not-safe-to-evict';
  const volumes = spec.volumes ?? [];
  if (volumes.some((volume) => volume.persistentVolumeClaim || volume.ephemeral)) return 'claimed-volume';
  if (dependsOnOtherPods(spec)) return 'placed-by-others';
  if (safe === 'true' || isOurs) return undefined;
  if (!owner) return 'unowned';
  return volumes.some((volume) => volume.hostPath || (volume.emptyDir && volume.emptyDir.medium !== 'Memory'))
    ? 'local-volume'
    : undefined;
}

/**
 * Whether the possible nodes depend on where other pods are, on host ports, or on scarce resources such as GPUs. That
 * is for the scheduler to work out rather than for us to guess.
 */
function dependsOnOtherPods(spec: NonNullable<PlacedPod['spec']>): boolean {
  const { affinity, topologySpreadConstraints = [], containers = [] } = spec;
  const rules = [affinity?.podAffinity, affinity?.podAntiAffinity];
  return (
    rules.some((rule) => (rule?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0) ||
    topologySpreadConstraints.some((constraint) => constraint.whenUnsatisfiable !== 'ScheduleAnyway') ||
    containers.some(
      ({ ports, resources }) =>
        ports?.some((port) => port.hostPort) ||
        Object.keys(resources?.requests ?? {}).some((name) => !COMMON_RESOURCES.has(name)),
    )
  );
}

/** Whether a PodDisruptionBudget's selector matches a pod with these labels; an empty selector matches all. */
export function isSelected(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      if (operator === 'Exists') return value !== undefined;
      // An unknown operator must count as a match, so that the pod stays.
      return operator === 'DoesNotExist' ? value === undefined : true;
    })
  );
}
