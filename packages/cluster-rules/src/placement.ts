/** A taint, toleration and required node affinity, as the Kubernetes API has them. */
export interface NodeTaint {
  key: string;
  value?: string;
  effect: string;
}

export interface PodToleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
}

interface NodeExpression {
  key: string;
  operator: string;
  values?: string[];
}

export interface NodeTerm {
  matchExpressions?: NodeExpression[];
  matchFields?: NodeExpression[];
}

/** On which nodes a pod may run: what the scheduler's filters TaintToleration and NodeAffinity look at. */
export interface PodPlacement {
  tolerations: readonly PodToleration[];
  nodeSelector: Readonly<Record<string, string>>;
  /** `requiredDuringSchedulingIgnoredDuringExecution`: one of them must hold. Null: none is asked for. */
  nodeTerms: readonly NodeTerm[] | null;
}

export interface NodePlacement {
  name: string;
  labels: Readonly<Record<string, string>>;
  taints: readonly NodeTaint[];
}

/** Whether the scheduler may put the pod there, but for what it uses. */
export function canRunOn(pod: PodPlacement, node: NodePlacement): boolean {
  return (
    node.taints.every((taint) => taint.effect === 'PreferNoSchedule' || isTolerated(taint, pod.tolerations)) &&
    Object.entries(pod.nodeSelector).every(([key, value]) => node.labels[key] === value) &&
    (pod.nodeTerms === null || pod.nodeTerms.some((term) => holds(term, node)))
  );
}

function isTolerated(taint: NodeTaint, tolerations: readonly PodToleration[]): boolean {
  return tolerations.some(
    ({ key = '', operator = 'Equal', value = '', effect = '' }) =>
      (effect === '' || effect === taint.effect) &&
      (key === '' ? operator === 'Exists' : key === taint.key) &&
      (operator === 'Exists' || value === (taint.value ?? '')),
  );
}

/** A term without any expression matches nothing. */
function holds({ matchExpressions = [], matchFields = [] }: NodeTerm, node: NodePlacement): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((matchExpression) => isMatched(matchExpression, node.labels[matchExpression.key])) &&
    matchFields.every((matchField) => isMatched(matchField, matchField.key === 'metadata.name' ? node.name : undefined))
  );
}

function isMatched({ operator, values = [] }: NodeExpression, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return Number(value) > Number(values[0]);
    case 'Lt':
      return Number(value) < Number(values[0]);
    default:
      // An operator that is not known here must not let a pod through.
      return false;
  }
}
