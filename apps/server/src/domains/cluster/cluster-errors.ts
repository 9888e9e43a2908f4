import { ORPCError } from '@orpc/server';
import { KubernetesError } from '../../platform/kubernetes/kubernetes-error.ts';
import { PodMismatch } from './find-pod.ts';

type Errors = Record<
  'CLUSTER_FORBIDDEN' | 'POD_GONE' | 'POD_REPLACED' | 'CLUSTER_BUSY' | 'NO_CLUSTER',
  (given?: { message?: string }) => Error
>;

/** What the Kubernetes API refused, as the contract's errors. Anything else is thrown on as it is. */
export function toClusterError(error: unknown, errors: Errors): unknown {
  if (error instanceof ORPCError) return error;
  if (error instanceof PodMismatch) return error.kind === 'gone' ? errors.POD_GONE() : errors.POD_REPLACED();
  if (!(error instanceof KubernetesError)) return error;
  switch (error.code) {
    case 401:
      return errors.CLUSTER_FORBIDDEN({ message: 'Kubernetes does not know this server any more (expired token).' });
    case 403:
      return errors.CLUSTER_FORBIDDEN({ message: `Kubernetes does not permit this: ${error.message}` });
    case 404:
    case 410:
      return errors.POD_GONE();
    case 409:
      return errors.POD_REPLACED();
    case 429:
      return errors.CLUSTER_BUSY({ message: `Kubernetes is refusing calls for a moment: ${error.message}` });
    default:
      return errors.NO_CLUSTER({ message: error.message });
  }
}
