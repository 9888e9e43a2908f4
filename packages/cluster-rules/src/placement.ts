/** A taint, toleration and required node affinity in the Kubernetes API's form. */
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

/** Which nodes a pod may run on: the input of the scheduler's filters TaintToleration and NodeAffinity. */
export interface PodPlacement {
  tolerations: readonly PodToleration[];
  nodeSelector: Readonly<Record<string, string>>;
  /** `requiredDuringSchedulingIgnoredDuringExecution`: one term must match. Null if there is none. */
  nodeTerms: readonly NodeTerm[] | null;
}

export interface NodePlacement {
  name: string;
  labels: Readonly<Record<string, string>>;
  taints: readonly NodeTaint[];
}

/** Whether the scheduler may put the pod on the node, resources aside. */
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
      // An unknown operator must not let a pod through.
      return false;
  }
}
