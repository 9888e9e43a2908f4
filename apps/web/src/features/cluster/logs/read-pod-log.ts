import { podLogPath } from '@switchyard/contracts/cluster';
import { requestHeaders } from '../../../lib/api/request-headers.ts';
import { readLines } from '../feed/read-lines.ts';
import {
  callProxy,
  logQuery,
  type PodName,
  ProxyRefusal,
  podUrl,
  readContainers,
  streamQuery,
} from '../proxy/cluster-proxy.ts';
import { containerLogFailed } from '../rules/messages.ts';
import { type LogLine, parseLogLine } from './log-line.ts';

/** Where logs are read from: the proxy first, then the backend; what worked once is asked first from then on. */
export class LogSource {
  readonly #proxyUrl: string | null;
  readonly #pod: PodName;
  #isProxyAway = false;

  constructor(proxyUrl: string | null, pod: PodName) {
    this.#proxyUrl = proxyUrl;
    this.#pod = pod;
  }

  /** Names of the pod's containers; `known` when the proxy cannot say. */
  async containers(known: readonly string[]): Promise<readonly string[]> {
    if (this.#proxyUrl === null) return known;
    try {
      const names = await readContainers(this.#proxyUrl, this.#pod);
      return names.length > 0 ? names : known;
    } catch (failure) {
      if (failure instanceof ProxyRefusal) throw failure;
      this.#isProxyAway = true;
      return known;
    }
  }

  /** The last 1000 lines of a container. @throws Error with the catalogue's words */
  async read(container: string, signal: AbortSignal): Promise<LogLine[]> {
    const answer = await this.#ask(logQuery(container), signal);
    if (!answer.ok || !answer.body) throw new Error(containerLogFailed(container, answer.statusText, answer.status));
    const lines: LogLine[] = [];
    for await (const line of readLines(answer.body)) lines.push(parseLogLine(container, line, Date.now()));
    return lines;
  }

  /** Follows a container until the signal; ends when the container does. Failures are the caller's to log. */
  async follow(container: string, signal: AbortSignal, onLine: (line: LogLine) => void): Promise<void> {
    const answer = await this.#ask(streamQuery(container), signal);
    if (!answer.ok || !answer.body) throw new Error(containerLogFailed(container, answer.statusText, answer.status));
    for await (const line of readLines(answer.body)) onLine(parseLogLine(container, line, Date.now()));
  }

  async #ask(query: string, signal: AbortSignal): Promise<Response> {
    if (this.#proxyUrl !== null && !this.#isProxyAway) {
      try {
        return await callProxy(`${podUrl(this.#proxyUrl, this.#pod)}/log?${query}`, { signal });
      } catch (failure) {
        if (failure instanceof ProxyRefusal)
          return new Response(null, { status: failure.status, statusText: failure.statusText });
        if (signal.aborted) throw failure;
        this.#isProxyAway = true;
      }
    }
    return fetch(`${podLogPath(this.#pod.namespace, this.#pod.name)}?${query}`, { signal, headers: requestHeaders() });
  }
}
