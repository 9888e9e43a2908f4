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
 * What decides where a pod may run and whether it may be moved, in the Kubernetes API's JSON form. Everything may be
 * missing.
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
  /** It keeps other pods away from its node, by rules that are not judged here. */
  isChoosy: boolean;
}

interface NodeFacts {
  placement: NodePlacement;
  isControlPlane: boolean;
  costPerHour: number | null;
  mostPods: number;
}

/** As cluster-autoscaler asks it: `true` lets a pod go that nobody owns or that has local files, `false` keeps any. */
const SAFE_TO_EVICT = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
/** An engine's pod is made anew by our reconciler, and all that it must keep is in the database. */
const OUR_APP = 'switchyard-engine';
const COST = 'switchyard/cost-per-hour';
/** Kubernetes' own default. */
const USUAL_MAX_PODS = 110;
const CONTROL_PLANE = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
/** Every pod has these two, and no node that is open has their taints: they decide nothing. */
const USUAL_TOLERATIONS = new Set(['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']);

/** Every node has these. */
const USUAL_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);

const NO_RULES: PodPlacement = { tolerations: [], nodeSelector: {}, nodeTerms: null };
const UNKNOWN: PodFacts = { placement: NO_RULES, labels: {}, stays: 'unmeasured', isChoosy: true };

/**
 * Where each pod may run and whether it may be moved. Kept apart from the rows, which go to browsers; equal rules of
 * many pods are kept once.
 */
export class Placements {
  readonly #pods = new Map<string, PodFacts>();
  readonly #nodes = new Map<string, NodeFacts>();
  readonly #shared = new Map<string, PodPlacement>();
  readonly #own: string;

  /** @param own the engines' namespace, in which alone the rights in `deploy/` allow to delete */
  constructor(own: string) {
    this.#own = own;
  }

  /** Of a pod that is not known it is not known either whether it may be moved. */
  pod(uid: string): PodFacts {
    return this.#pods.get(uid) ?? UNKNOWN;
  }
  node(name: string): NodeFacts | undefined {
    return this.#nodes.get(name);
  }

  keepPod(pod: PlacedPod): void {
    if (!pod.metadata?.uid) return;
    const stays = staysBecause(pod) ?? (pod.metadata.namespace === this.#own ? undefined : 'other-namespace');
    this.#pods.set(pod.metadata.uid, {
      // A DaemonSet's pods name a node each, and are never moved.
      placement: stays === 'DaemonSet' ? NO_RULES : this.#share(placementOf(pod)),
      labels: pod.metadata.labels ?? {},
      stays,
      isChoosy: (pod.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0,
    });
  }
  forgetPod(uid: string): void {
    this.#pods.delete(uid);
    // Rules of a kind that is gone cost little, but must not gather for ever.
    if (this.#pods.size === 0) this.#shared.clear();
  }

  #share(placement: PodPlacement): PodPlacement {
    const key = JSON.stringify(placement);
    const shared = this.#shared.get(key) ?? placement;
    this.#shared.set(key, shared);
    return shared;
  }

  keepNode(node: PlacedNode): void {
    const { name, labels = {}, annotations = {} } = node.metadata ?? {};
    if (!name) return;
    const cost = Number(annotations[COST] ?? Number.NaN);
    this.#nodes.set(name, {
      placement: { name, labels, taints: node.spec?.taints ?? [] },
      isControlPlane: CONTROL_PLANE.some((key) => key in labels),
      costPerHour: cost >= 0 ? cost : null,
      mostPods: Number(node.status?.allocatable?.pods ?? USUAL_MAX_PODS) || USUAL_MAX_PODS,
    });
  }
  forgetNode(name: string): void {
    this.#nodes.delete(name);
  }
}

function placementOf({ spec = {} }: PlacedPod): PodPlacement {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return {
    tolerations: (spec.tolerations ?? []).filter((toleration) => !USUAL_TOLERATIONS.has(toleration.key ?? '')),
    nodeSelector: spec.nodeSelector ?? {},
    nodeTerms: required ? (required.nodeSelectorTerms ?? []) : null,
  };
}

/** Why it must stay, whatever it does at the moment; the gravest reason. */
function staysBecause({ metadata = {}, spec = {} }: PlacedPod): StayReason | undefined {
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
  if (placedByOthers(spec)) return 'placed-by-others';
  if (safe === 'true' || isOurs) return undefined;
  if (!owner) return 'unowned';
  return volumes.some((volume) => volume.hostPath || (volume.emptyDir && volume.emptyDir.medium !== 'Memory'))
    ? 'local-volume'
    : undefined;
}

/**
 * Where it may go depends on where other pods are, on ports of the node that they hold, or on what they have left of
 * things that few nodes have (a GPU); that is the scheduler's to work out, not ours to guess.
 */
function placedByOthers(spec: NonNullable<PlacedPod['spec']>): boolean {
  const { affinity, topologySpreadConstraints = [], containers = [] } = spec;
  const rules = [affinity?.podAffinity, affinity?.podAntiAffinity];
  return (
    rules.some((rule) => (rule?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0) ||
    topologySpreadConstraints.some(
      (topologySpreadConstraint) => topologySpreadConstraint.whenUnsatisfiable !== 'ScheduleAnyway',
    ) ||
    containers.some(
      ({ ports, resources }) =>
        ports?.some((port) => port.hostPort) ||
        Object.keys(resources?.requests ?? {}).some((name) => !USUAL_RESOURCES.has(name)),
    )
  );
}

/** Whether a selector of a PodDisruptionBudget takes in a pod with these labels; an empty one takes in all. */
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
      // An operator that is not known must keep the pod rather than let it go.
      return operator === 'DoesNotExist' ? value === undefined : true;
    })
  );
}
