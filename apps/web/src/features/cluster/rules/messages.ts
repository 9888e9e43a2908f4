/** Every error and notice of spec 001 section 8, in its words. */
export const WORDS = {
  clusterErrorTitle: 'Error',
  clusterLoadFailed: 'Failed to load cluster data. Please try again later.',
  clusterUnknown: 'An unknown error occurred',
  sessionsFailed: 'Failed to load sessions',
  unknown: 'Unknown error',
  gatewayFetchFailed: 'Failed to fetch pod status information',
  noPods: 'No pods found. Backend may not be connected to Kubernetes.',
  proxyUnavailable: 'Kubectl proxy unavailable, using API deletion...',
  nothingToDelete: 'No non-running pods without sessions to delete.',
  noCandidates: 'No pods match the deletion criteria (non-running pods without sessions)',
  noMatches: 'No pods match the current filters',
  nodesNetwork: 'Connection to server failed. Backend service may be unavailable.',
  nodesEmpty: 'Received empty response from server',
  nodesNoMatch: 'No nodes match the current filter criteria',
  nodesUnable: 'Unable to load node data. Please check your connection and try again.',
  nodesNone: 'No nodes found to display',
} as const;

export const podDeleted = (podName: string) => `Pod ${podName} is being gracefully deleted.`;
export const deleteFailed = (message?: string) => `Failed to delete pod: ${message || WORDS.unknown}`;
export const filteredDeleteFailed = (message?: string) => `Failed to delete filtered pods: ${message || WORDS.unknown}`;
export const autoDeleteFailed = (message?: string) =>
  `Failed to auto-delete non-running pods: ${message || WORDS.unknown}`;
export const prepareFailed = (message?: string) => `Failed to prepare pods for deletion: ${message || WORDS.unknown}`;
export const gatewayFailed = (message?: string) =>
  `${(message || WORDS.gatewayFetchFailed).replace(/\.$/, '')}. Backend may not be connected to Kubernetes.`;
export const containerLogFailed = (container: string, statusText: string, status: number) =>
  `Failed to fetch logs for ${container}: ${statusText} (${status})`;
export const logsFailed = (message?: string) => `Failed to fetch logs: ${message || WORDS.unknown}`;
export const podDetailsFailed = (message: string) => `Failed to fetch pod details: ${message}`;

/** How a call failed: no answer at all, an answer with an error status, an empty answer, or a fault on this side. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'status'; status: number; message?: string | undefined }
  | { kind: 'empty' }
  | { kind: 'other'; message?: string | undefined };

/** The nodes monitor's words for a failed fetch (spec 001 section 8). */
export function nodesFailed(failure: CallFailure): string {
  switch (failure.kind) {
    case 'network':
      return WORDS.nodesNetwork;
    case 'empty':
      return WORDS.nodesEmpty;
    case 'status':
      if (failure.status >= 500) return `Server error: ${failure.message || 'Unknown server error'}`;
      if (failure.status >= 400) return `Request error: ${failure.message || 'Invalid request'}`;
      return `Error: ${failure.message || 'Unknown error occurred'}`;
    case 'other':
      return `Error: ${failure.message || 'Unknown error occurred'}`;
  }
}
