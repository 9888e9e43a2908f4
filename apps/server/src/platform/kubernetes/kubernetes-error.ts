/** An error from a Kubernetes API, or a failure to reach it. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';
  /** HTTP status; 0 if there was no response. */
  readonly code: number;
  /**
   * The API's reason, such as `NotFound`, `AlreadyExists`, `Expired`; `Unreachable` or `Timeout` without a response.
   */
  readonly reason: string;
  /** The API's requested delay before a retry; null if it gives none. */
  readonly retryAfterMs: number | null;
  constructor(code: number, reason: string, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Creates an error from a failed response to a call of `path`; the body is usually a Status. */
export function errorOfAnswer(code: number, body: string, retryAfter: string | undefined, path = ''): KubernetesError {
  const wait = Number(retryAfter);
  const retryAfterMs = Number.isFinite(wait) && retryAfter !== undefined ? wait * 1_000 : null;
  try {
    const { reason, message } = JSON.parse(body) as { reason?: unknown; message?: unknown };
    return new KubernetesError(code, String(reason ?? 'Unknown'), String(message ?? body.slice(0, 500)), retryAfterMs);
  } catch {
    const message = describeMissingApi(code, path) ?? (body.slice(0, 500) || `HTTP ${code}`);
    return new KubernetesError(code, 'Unknown', message, retryAfterMs);
  }
}

/**
 * Describes a missing aggregated API, which returns 404 or 503 without a Status while nothing serves it. Null if the
 * error is something else.
 */
function describeMissingApi(code: number, path: string): string | null {
  const [, group] = /^\/apis\/([^/]+)\//.exec(path) ?? [];
  if (!group || (code !== 404 && code !== 503)) return null;
  const reason = group === 'metrics.k8s.io' ? 'metrics-server is not installed or not ready' : 'nothing serves it';
  return `The cluster has no ${group}: ${reason} (HTTP ${code}).`;
}

/** Whether the error means that the object does not exist (any more). */
export const isNotFound = (error: unknown): boolean => error instanceof KubernetesError && error.code === 404;
/** Whether the requested version has expired, so that a new list is needed. */
export const isExpired = (error: unknown): boolean => error instanceof KubernetesError && error.code === 410;
