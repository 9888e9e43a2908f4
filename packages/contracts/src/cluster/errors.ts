/** How Kubernetes' refusals are told, by every call that asks it. */
export const clusterErrors = {
  /** Kubernetes refused this server: no permission, or an expired token. */
  CLUSTER_FORBIDDEN: { status: 403, message: 'Kubernetes does not permit this.' },
  POD_GONE: { status: 404, message: 'The pod is not there any more.' },
  POD_REPLACED: { status: 409, message: 'The pod has been replaced by another of the same name; nothing was deleted.' },
  /** A rule, or a deletion of candidates, met a pod that is none any more: it runs, or serves a session. */
  POD_NOT_CANDIDATE: { status: 409, message: 'The pod is no candidate any more; nothing was deleted.' },
  /** A screen would act by a rule that the server carries out itself. */
  RULE_ACTS: { status: 409, message: 'The server does this by itself now; nothing was deleted.' },
  /** A terminate signal was sent to a pod of this node less than 20 minutes ago, by whomever. */
  NODE_RESTS: { status: 409, message: 'The node rests after a terminate signal; nothing was terminated.' },
  /** The pod serves a session that whoever confirmed was not told of. */
  SESSIONS_CHANGED: { status: 409, message: 'The pod serves other sessions than were shown; nothing was deleted.' },
  /** What a step of the plan needs is not known, or not as it was when the operator looked; the message says what. */
  PLAN_HELD: { status: 409, message: 'This cannot be done now; nothing was changed.' },
  CLUSTER_BUSY: { status: 429, message: 'Kubernetes is refusing calls for a moment. Try again shortly.' },
  /** Kubernetes did not like the question, such as a log of a container that has not begun; the message is its own. */
  CLUSTER_REFUSED: { status: 400, message: 'Kubernetes cannot answer this.' },
  NO_CLUSTER: { status: 503, message: 'Kubernetes cannot be reached' },
} as const;

/** Why a candidate was not deleted whose state is another than the one that made it one. */
export const POD_CHANGED = 'The pod has just changed; nothing was deleted.';
