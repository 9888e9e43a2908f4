import { createORPCErrorConstructorMap } from '@orpc/server';
import { clusterErrors } from '@switchyard/contracts/cluster';
import { KubernetesError } from '../../platform/kubernetes/kubernetes-error.ts';
import { PodMismatch } from './find-pod.ts';

const errors = createORPCErrorConstructorMap(clusterErrors);

/** What the Kubernetes API refused, as the contract's errors, for contract calls and streams alike. Anything else is handed back as it is. */
export function toClusterError(error: unknown): unknown {
  if (error instanceof PodMismatch) return error.kind === 'gone' ? errors.POD_GONE() : errors.POD_REPLACED();
  if (!(error instanceof KubernetesError)) return error;
  const { code, message } = error;
  switch (code) {
    case 400:
    case 422:
      return errors.CLUSTER_REFUSED({ message });
    case 401:
      return errors.CLUSTER_FORBIDDEN({ message: 'Kubernetes does not know this server any more (expired token).' });
    case 403:
      return errors.CLUSTER_FORBIDDEN({ message: `Kubernetes does not permit this: ${message}` });
    case 404:
      return errors.POD_GONE();
    case 409:
      return errors.POD_REPLACED();
    case 429:
      return errors.CLUSTER_BUSY({ message: `Kubernetes is refusing calls for a moment: ${message}` });
    default:
      return errors.NO_CLUSTER({ message });
  }
}
