import { useCallback, useEffect, useRef, useState } from 'react';
import type { PodName } from '../proxy/cluster-proxy.ts';
import { logsFailed, podDetailsFailed } from '../rules/messages.ts';
import { MergedLog, type ShownLine } from './merged-log.ts';
import { LogSource } from './read-pod-log.ts';

/** How often waiting lines are shown. */
const RELEASE_MS = 250;

export interface PodLog {
  containers: readonly string[];
  lines: readonly ShownLine[];
  dropped: number;
  isLoading: boolean;
  /** In the catalogue's words, one for each container that failed. */
  failures: readonly string[];
  refresh: () => void;
}

/** Reads the logs of the chosen containers (all when none are chosen) and follows them while open. */
export function usePodLog(
  pod: PodName,
  known: readonly string[],
  proxyUrl: string | null,
  chosen: ReadonlySet<string> | null,
): PodLog {
  const [containers, setContainers] = useState<readonly string[]>(known);
  const [view, setView] = useState<{ lines: readonly ShownLine[]; dropped: number }>({ lines: [], dropped: 0 });
  const [isLoading, setIsLoading] = useState(true);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const knownNames = useRef(known);
  knownNames.current = known;
  const wanted = chosen === null ? null : [...chosen].sort().join('\n');
  const { namespace, name } = pod;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for reading anew
  useEffect(() => {
    const ended = new AbortController();
    const log = new MergedLog();
    const source = new LogSource(proxyUrl, { namespace, name });
    const show = () => setView({ lines: log.lines, dropped: log.dropped });
    const fail = (text: string) => {
      if (!ended.signal.aborted) setFailures((before) => (before.includes(text) ? before : [...before, text]));
    };
    const timer = setInterval(() => {
      if (log.release(Date.now())) show();
    }, RELEASE_MS);
    setIsLoading(true);
    setFailures([]);
    const load = async () => {
      const all = await source.containers(knownNames.current).catch((error: Error) => {
        fail(podDetailsFailed(error.message));
        return knownNames.current;
      });
      if (ended.signal.aborted) return;
      setContainers(all);
      const names = wanted === null ? all : all.filter((one) => wanted.split('\n').includes(one));
      await Promise.all(names.map((container) => readOne(container)));
      if (ended.signal.aborted) return;
      log.flush();
      show();
      setIsLoading(false);
    };
    const readOne = async (container: string) => {
      try {
        const lines = await source.read(container, ended.signal);
        for (const line of lines) log.push(line, 0);
        const last = lines.at(-1);
        const seen = new Set(lines.map((line) => `${line.atMs} ${line.text}`));
        void followOne(container, last?.atMs ?? 0, seen);
      } catch (error) {
        if (!ended.signal.aborted) fail(wordsOf(error as Error));
      }
    };
    // Streaming failures are only logged, and aborts are ignored (spec 001 section 7).
    const followOne = async (container: string, afterMs: number, seen: ReadonlySet<string>) => {
      try {
        await source.follow(container, ended.signal, (line) => {
          if (line.atMs < afterMs || (line.atMs === afterMs && seen.has(`${line.atMs} ${line.text}`))) return;
          log.push(line, Date.now());
        });
      } catch (error) {
        if (!ended.signal.aborted) console.warn('log stream', container, error);
      }
    };
    void load();
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [namespace, name, proxyUrl, wanted, round]);

  const refresh = useCallback(() => setRound((before) => before + 1), []);
  return { containers, ...view, isLoading, failures, refresh };
}

function wordsOf(error: Error): string {
  return error.message.startsWith('Failed to fetch logs for') ? error.message : logsFailed(error.message);
}
