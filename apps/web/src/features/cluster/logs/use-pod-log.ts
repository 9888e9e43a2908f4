import { useCallback, useEffect, useRef, useState } from 'react';
import { logQuery, type PodName, previousLogQuery } from '../proxy/cluster-proxy.ts';
import { failed, podDetailsFailed } from '../rules/error-words.ts';
import { type FollowState, followContainer } from './follow-container.ts';
import { parseLogLine } from './log-line.ts';
import { LogPosition } from './log-position.ts';
import { MergedLog, type ShownLine } from './merged-log.ts';
import { LogRefusal, LogSource } from './read-pod-log.ts';

/** How often waiting lines are shown. */
const RELEASE_MS = 250;

export interface LogFailure {
  /** In the catalogue's words. */
  text: string;
  /** What Kubernetes says about it. */
  detail: string;
}

export interface PodLog {
  containers: readonly string[];
  lines: readonly ShownLine[];
  dropped: number;
  isLoading: boolean;
  failures: readonly LogFailure[];
  /** By container; empty while a log is not followed. */
  states: ReadonlyMap<string, FollowState>;
  refresh: () => void;
}

/** Which part of the log is wanted. */
export interface LogChoice {
  /** Null: all containers. */
  containers: ReadonlySet<string> | null;
  /** The run before this one, which is not followed. */
  isPrevious: boolean;
}

/**
 * Reads the logs of the chosen containers and follows them while open.
 * @param proxyUrl undefined: not known yet, so nothing is read
 */
export function usePodLog(
  pod: PodName,
  known: readonly string[],
  proxyUrl: string | null | undefined,
  choice: LogChoice,
): PodLog {
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for reading anew
  useEffect(() => {
    if (proxyUrl === undefined) return;
    const ended = new AbortController();
    const { signal } = ended;
    const log = new MergedLog();
    const source = new LogSource(proxyUrl, { namespace, name });
    const show = () => setView({ lines: log.lines, dropped: log.dropped });
    const fail = (failure: LogFailure) => {
      if (signal.aborted) return;
      setFailures((before) => (before.some((one) => one.text === failure.text) ? before : [...before, failure]));
    };
    const timer = setInterval(() => {
      if (log.release(Date.now())) show();
    }, RELEASE_MS);
    setIsLoading(true);
    setFailures([]);
    setStates(new Map());
    const load = async () => {
      const all = await source.containers(knownNames.current).catch((error: Error) => {
        fail({ text: podDetailsFailed(error.message), detail: '' });
        return knownNames.current;
      });
      if (signal.aborted) return;
      setContainers(all);
      const names = wanted === null ? all : all.filter((one) => wanted.split('\n').includes(one));
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
          position.take(raw);
          // It is as old as it says: nothing earlier is waited for.
          take(container, raw, 0);
        }
      } catch (error) {
        fail(failureOf(error as Error));
        // What has come stays, and is gone on from; of what was refused there is nothing to follow.
        if (error instanceof LogRefusal) return;
      }
      if (isPrevious) return;
      void followContainer(source, container, position, signal, {
        line: (raw) => take(container, raw, Date.now()),
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

function failureOf(error: Error): LogFailure {
  if (error instanceof LogRefusal) return { text: error.message, detail: error.detail };
  return { text: failed('logsFailed', error.message), detail: '' };
}
