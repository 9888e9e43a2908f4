import { useCallback, useEffect, useRef, useState } from 'react';
import { logQuery, type PodName, previousLogQuery } from '../proxy/cluster-proxy.ts';
import { logsFailed, podDetailsFailed } from '../rules/error-texts.ts';
import { type FollowState, followContainer, WAITING_STATUS } from './follow-container.ts';
import { parseLogLine } from './log-line.ts';
import { LogPosition } from './log-position.ts';
import { MergedLog, type ShownLine } from './merged-log.ts';
import { LogRefusal, LogSource } from './read-pod-log.ts';

/** Interval at which held-back lines are shown. */
export const RELEASE_MS = 250;

export interface LogFailure {
  /** Empty if it concerns no single container. */
  container: string;
  /** In the catalogue's words. */
  text: string;
  /** Kubernetes' explanation. */
  detail: string;
}

export interface ShownLog {
  /** Init containers first, in running order. */
  containers: readonly string[];
  lines: readonly ShownLine[];
  dropped: number;
  isLoading: boolean;
  failures: readonly LogFailure[];
  /** By container; empty while a log is not followed. */
  states: ReadonlyMap<string, FollowState>;
  refresh: () => void;
}

/** The selected part of the log. */
export interface LogChoice {
  /** Null: all containers. */
  containers: ReadonlySet<string> | null;
  /** The previous run, which cannot be followed. */
  isPrevious: boolean;
}

/**
 * Reads the logs of the chosen containers and follows them while open.
 * @param proxyUrl undefined while unknown; nothing is read until then
 */
export function usePodLog(
  pod: PodName,
  known: readonly string[],
  proxyUrl: string | null | undefined,
  choice: LogChoice,
): ShownLog {
  const [containers, setContainers] = useState<readonly string[]>(known);
  const [view, setView] = useState<{ lines: readonly ShownLine[]; dropped: number }>({ lines: [], dropped: 0 });
  const [isLoading, setIsLoading] = useState(true);
  const [failures, setFailures] = useState<readonly LogFailure[]>([]);
  const [states, setStates] = useState<ReadonlyMap<string, FollowState>>(new Map());
  const [round, setRound] = useState(0);
  const knownNames = useRef(known);
  knownNames.current = known;
  const wanted = choice.containers === null ? null : [...choice.containers].sort().join('\n');
  const { isPrevious } = choice;
  const { namespace, name } = pod;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
  useEffect(() => {
    if (proxyUrl === undefined) return;
    const ended = new AbortController();
    const { signal } = ended;
    const log = new MergedLog();
    const refused = new Set<string>();
    const source = new LogSource(proxyUrl, { namespace, name });
    const show = () => setView({ lines: log.lines, dropped: log.dropped });
    const fail = (failure: LogFailure) => {
      if (signal.aborted) return;
      setFailures((before) => (before.some((known) => known.text === failure.text) ? before : [...before, failure]));
    };
    const timer = setInterval(() => {
      if (log.release(Date.now())) show();
    }, RELEASE_MS);
    setIsLoading(true);
    setFailures([]);
    setStates(new Map());
    const load = async () => {
      const found = await source.containers(knownNames.current).catch((error: Error) => {
        fail({ container: '', text: podDetailsFailed(error), detail: '' });
        return { containers: knownNames.current, initContainers: [] };
      });
      if (signal.aborted) return;
      const all = [...found.initContainers, ...found.containers];
      setContainers(all);
      const names = wanted === null ? all : all.filter((name) => wanted.split('\n').includes(name));
      await Promise.all(names.map((container) => readOne(container)));
      if (signal.aborted) return;
      log.flush();
      show();
      setIsLoading(false);
    };
    const take = (container: string, raw: string, arrivedAtMs: number) =>
      log.push(parseLogLine(container, raw, Date.now()), arrivedAtMs);
    const readOne = async (container: string) => {
      const position = new LogPosition();
      const query = isPrevious ? previousLogQuery(container) : logQuery(container);
      try {
        for await (const raw of source.lines(container, query, false, signal)) {
          position.accept(raw);
          // An old line: nothing earlier has to be waited for.
          take(container, raw, 0);
        }
      } catch (error) {
        refused.add(container);
        fail(failureOf(container, error as Error));
        // Keep what has arrived and continue from there. A refused container is not followed, unless it merely has not
        // started.
        if (error instanceof LogRefusal && error.status !== WAITING_STATUS) return;
      }
      if (isPrevious) return;
      void followContainer(source, container, position, signal, {
        line: (raw) => {
          // It has started after all.
          if (refused.delete(container))
            setFailures((before) => before.filter((failure) => failure.container !== container));
          take(container, raw, Date.now());
        },
        state: (state) => {
          if (!signal.aborted) setStates((before) => new Map(before).set(container, state));
        },
        // Streaming failures are only logged, and aborts are ignored (spec 001 section 7).
        failed: (error) => console.warn('log stream', container, error),
      });
    };
    void load();
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [namespace, name, proxyUrl, wanted, isPrevious, round]);

  const refresh = useCallback(() => setRound((before) => before + 1), []);
  return { containers, ...view, isLoading, failures, states, refresh };
}

function failureOf(container: string, error: Error): LogFailure {
  if (error instanceof LogRefusal) return { container, text: error.message, detail: error.detail };
  return { container, text: logsFailed(error), detail: '' };
}
