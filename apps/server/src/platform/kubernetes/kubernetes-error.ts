/** What a Kubernetes API refused, or that it could not be asked. */
export class KubernetesError extends Error {
  override readonly name = 'KubernetesError';
  /** HTTP status; 0 when there was no answer. */
  readonly code: number;
  /** The API's own word, such as `NotFound`, `AlreadyExists`, `Expired`; `Unreachable` or `Timeout` for no answer. */
  readonly reason: string;
  /** How long the API asks to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;
  constructor(code: number, reason: string, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** From a failed answer to a call of `path`; its body is usually a Status. */
export function errorOfAnswer(code: number, body: string, retryAfter: string | undefined, path = ''): KubernetesError {
  const wait = Number(retryAfter);
  const retryAfterMs = Number.isFinite(wait) && retryAfter !== undefined ? wait * 1_000 : null;
  try {
    const { reason, message } = JSON.parse(body) as { reason?: unknown; message?: unknown };
    return new KubernetesError(code, String(reason ?? 'Unknown'), String(message ?? body.slice(0, 500)), retryAfterMs);
  } catch {
    const message = wordsForMissing(code, path) ?? (body.slice(0, 500) || `HTTP ${code}`);
    return new KubernetesError(code, 'Unknown', message, retryAfterMs);
  }
}

/**
 * An API that somebody else is to serve answers 404 or 503 without a Status while nobody does. Null: it is not that.
 */
function wordsForMissing(code: number, path: string): string | null {
  const [, group] = /^\/apis\/([^/]+)\//.exec(path) ?? [];
  if (!group || (code !== 404 && code !== 503)) return null;
  const who = group === 'metrics.k8s.io' ? 'metrics-server is not installed or not ready' : 'nothing serves it';
  return `The cluster has no ${group}: ${who} (HTTP ${code}).`;
}

/** Whether an error means that the object is not (or no longer) there. */
export const isNotFound = (error: unknown): boolean => error instanceof KubernetesError && error.code === 404;
/** Whether the asked version is no longer known: list anew. */
export const isExpired = (error: unknown): boolean => error instanceof KubernetesError && error.code === 410;
