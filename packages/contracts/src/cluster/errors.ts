/** Kubernetes' errors, as reported by every operation that calls it. */
export const clusterErrors = {
  /** Kubernetes refused this server: no permission, or an expired token. */
  CLUSTER_FORBIDDEN: { status: 403, message: 'Kubernetes does not permit this.' },
  POD_GONE: { status: 404, message: 'The pod no longer exists.' },
  POD_REPLACED: { status: 409, message: 'The pod has been replaced by another of the same name; nothing was deleted.' },
  /** A rule or a deletion of candidates reached a pod that is no longer one: it runs, or serves a session. */
  POD_NOT_CANDIDATE: { status: 409, message: 'The pod is no longer a candidate; nothing was deleted.' },
  /** A screen tried to apply a rule that the server runs itself. */
  RULE_ACTS: { status: 409, message: 'The server does this automatically now; nothing was deleted.' },
  /** A pod of this node received a terminate signal less than 20 minutes ago, from anyone. */
  NODE_RESTS: { status: 409, message: 'The node is in cooldown after a terminate signal; nothing was terminated.' },
  /** The pod serves a session that was not shown in the confirmation. */
  SESSIONS_CHANGED: { status: 409, message: 'The pod serves other sessions than those shown; nothing was deleted.' },
  /** A precondition of a plan's step is unknown or has changed since the operator looked; the message says which. */
  PLAN_HELD: { status: 409, message: 'This can’t be done now; nothing was changed.' },
  CLUSTER_BUSY: { status: 429, message: 'Kubernetes is refusing calls for a moment. Try again shortly.' },
  /** Kubernetes rejected the request, such as for logs of a container that has not started; the message is its own. */
  CLUSTER_REFUSED: { status: 400, message: 'Kubernetes cannot answer this.' },
  NO_CLUSTER: { status: 503, message: 'Kubernetes cannot be reached' },
} as const;

/** Reason why a candidate was not deleted: its state changed after it was selected. */
export const POD_CHANGED = 'The pod has just changed; nothing was deleted.';
