import { podLogPath } from '@switchyard/contracts/cluster/paths';
import { errorFromBody } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/client.ts';
import { requestHeaders } from '../../../lib/api/request-headers.ts';
import {
  type ContainerNames,
  callProxy,
  type PodName,
  ProxyRefusal,
  podUrl,
  readContainers,
} from '../proxy/cluster-proxy.ts';
import { containerLogFailed, logStopped } from '../rules/error-texts.ts';
import { logLines } from './log-lines.ts';

/** The proxy must start to respond within this time; then the backend is tried, with a longer timeout. */
const PROXY_ANSWER_MS = 5_000;
/** A log that is read, not followed, arrives without pauses; a pause this long means that it has stalled. */
const SILENCE_MS = 40_000;
/** The backend would answer the same. */
const FINAL_STATUSES = [400, 404];

/** A container's log is unavailable. The message is the catalogue's (spec 001 section 8). */
export class LogRefusal extends Error {
  override readonly name = 'LogRefusal';
  readonly status: number;
  /** Kubernetes' explanation; empty if none. */
  readonly detail: string;
  constructor(container: string, status: number, statusText: string, detail: string) {
    super(containerLogFailed(container, statusText || (STATUS_TEXTS[status] ?? 'Error'), status));
    this.status = status;
    this.detail = detail;
  }
}

/** HTTP/2 carries no status text. */
const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Where logs are read from: the proxy first, then the backend; an unavailable proxy is not tried again. */
export class LogSource {
  readonly #proxyUrl: string | null;
  readonly #pod: PodName;
  #isProxyDown: boolean;

  constructor(proxyUrl: string | null, pod: PodName) {
    this.#proxyUrl = proxyUrl;
    this.#pod = pod;
    this.#isProxyDown = proxyUrl === null;
  }

  /** Names of the pod's containers; `known` if neither the proxy nor the backend can say. @throws Error */
  async containers(known: readonly string[]): Promise<ContainerNames> {
    if (this.#proxyUrl !== null && !this.#isProxyDown) {
      try {
        const names = await readContainers(this.#proxyUrl, this.#pod);
        if (names.containers.length > 0) return names;
      } catch (failure) {
        if (failure instanceof ProxyRefusal && FINAL_STATUSES.includes(failure.status)) throw failure;
        this.#isProxyDown = !(failure instanceof ProxyRefusal);
      }
    }
    const { namespace, name: podName } = this.#pod;
    try {
      return await api.cluster.podContainers({ namespace, podName });
    } catch (failure) {
      if (known.length === 0) throw failure;
      return { containers: known, initContainers: [] };
    }
  }

  /**
   * The raw lines returned for a query of the log call.
   * @param isFollowed may be silent for any time, even at the start
   * @throws LogRefusal, or another Error when the connection breaks
   */
  async *lines(container: string, query: string, isFollowed: boolean, signal: AbortSignal): AsyncGenerator<string> {
    const silence = new AbortController();
    const timer = isFollowed ? null : new Timer(SILENCE_MS, () => silence.abort());
    try {
      const answer = await this.#fetch(query, isFollowed, AbortSignal.any([signal, silence.signal]));
      if (!answer.ok || !answer.body) {
        const { message } = errorFromBody(await answer.json().catch(() => null), answer.status, null);
        throw new LogRefusal(container, answer.status, answer.statusText, message);
      }
      yield* logLines(answer.body, () => timer?.restart());
    } catch (failure) {
      throw silence.signal.aborted ? new Error(logStopped()) : failure;
    } finally {
      timer?.end();
    }
  }

  async #fetch(query: string, isFollowed: boolean, signal: AbortSignal): Promise<Response> {
    if (this.#proxyUrl !== null && !this.#isProxyDown) {
      const late = new AbortController();
      const timer = isFollowed ? null : new Timer(PROXY_ANSWER_MS, () => late.abort());
      try {
        const url = `${podUrl(this.#proxyUrl, this.#pod)}/log?${query}`;
        return await callProxy(url, { signal: AbortSignal.any([signal, late.signal]) });
      } catch (failure) {
        if (signal.aborted) throw failure;
        if (failure instanceof ProxyRefusal && FINAL_STATUSES.includes(failure.status)) {
          const { status, statusText, message } = failure;
          return new Response(JSON.stringify({ message }), { status, statusText });
        }
        // The operator may have fewer rights in the cluster than the server: only the latter's answer is conclusive.
        this.#isProxyDown = true;
      } finally {
        timer?.end();
      }
    }
    return fetch(`${podLogPath(this.#pod.namespace, this.#pod.name)}?${query}`, { signal, headers: requestHeaders() });
  }
}

/** Calls back once, when `restart` has not been called for `ms`. */
class Timer {
  readonly #ms: number;
  readonly #onEnd: () => void;
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number, onEnd: () => void) {
    this.#ms = ms;
    this.#onEnd = onEnd;
    this.#timer = setTimeout(onEnd, ms);
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onEnd, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
