import { KubernetesError } from '../../platform/kubernetes/kubernetes-error.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Converts refusals of the Kubernetes API to our own, for contract calls and streams alike. Other errors are returned
 * unchanged.
 */
export function toClusterRefusal(error: unknown): unknown {
  if (!(error instanceof KubernetesError)) return error;
  const { code, message } = error;
  switch (code) {
    case 400:
    case 422:
      return new Refusal('CLUSTER_REFUSED', undefined, message);
    case 401:
      return new Refusal(
        'CLUSTER_FORBIDDEN',
        undefined,
        'Kubernetes does not know this server any more (expired token).',
      );
    case 403:
      return new Refusal('CLUSTER_FORBIDDEN', undefined, `Kubernetes does not permit this: ${message}`);
    case 404:
      return new Refusal('POD_GONE');
    case 409:
      return new Refusal('POD_REPLACED');
    case 429:
      return new Refusal('CLUSTER_BUSY', undefined, `Kubernetes is refusing calls for a moment: ${message}`);
    default:
      return new Refusal('NO_CLUSTER', undefined, message);
  }
}
