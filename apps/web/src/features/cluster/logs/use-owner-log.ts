import { ownerLogPath } from '@switchyard/contracts/cluster/describe';
import { useCallback, useEffect, useState } from 'react';
import { errorFromBody } from '../../../lib/api/api-error.ts';
import { requestHeaders } from '../../../lib/api/request-headers.ts';
import { pause, streamBackoff } from '../feed/stream-pause.ts';
import { LOG_STREAM_TAIL_LINES } from '../proxy/cluster-proxy.ts';
import { logsFailed } from '../rules/error-texts.ts';
import type { FollowState } from './follow-container.ts';
import { parseLogLine } from './log-line.ts';
import { logLines } from './log-lines.ts';
import { MergedLog, type ShownLine } from './merged-log.ts';
import { type LogFailure, RELEASE_MS, type ShownLog } from './use-pod-log.ts';

/** The logs of all pods of an owner merged, followed by the server; pods that start later are included. */
export function useOwnerLog(namespace: string, owner: string): ShownLog {
  const [containers, setContainers] = useState<readonly string[]>([]);
  const [view, setView] = useState<{ lines: readonly ShownLine[]; dropped: number }>({ lines: [], dropped: 0 });
  const [isLoading, setIsLoading] = useState(true);
  const [failures, setFailures] = useState<readonly LogFailure[]>([]);
  const [state, setState] = useState<FollowState>('following');
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let log = new MergedLog();
    const seen = new Set<string>();
    const timer = setInterval(() => {
      if (!log.release(Date.now())) return;
      setIsLoading(false);
      setView({ lines: log.lines, dropped: log.dropped });
      if (seen.size > 0) setContainers((before) => (before.length === seen.size ? before : [...seen].sort()));
    }, RELEASE_MS);
    const follow = async () => {
      const backoff = streamBackoff();
      while (!signal.aborted) {
        setState('following');
        try {
          for await (const line of linesOf(namespace, owner, signal)) {
            backoff.reset();
            const { container, raw } = line;
            seen.add(container);
            log.push(parseLogLine(container, raw, Date.now()), Date.now());
          }
        } catch (error) {
          if (signal.aborted) return;
          setFailures([{ container: '', text: logsFailed(error), detail: '' }]);
        }
        setIsLoading(false);
        setState('reconnecting');
        await pause(backoff.nextMs(), signal);
        // The server sends it again, from its last lines on.
        log = new MergedLog();
        setFailures([]);
      }
    };
    setIsLoading(true);
    void follow();
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [namespace, owner, round]);

  const refresh = useCallback(() => setRound((before) => before + 1), []);
  return { containers, ...view, isLoading, failures, states: new Map([[owner, state]]), refresh };
}

/** @throws Error */
async function* linesOf(namespace: string, owner: string, signal: AbortSignal) {
  const answer = await fetch(`${ownerLogPath(namespace, owner)}?tailLines=${LOG_STREAM_TAIL_LINES}`, {
    signal,
    headers: requestHeaders(),
  });
  if (!answer.ok || !answer.body) {
    throw errorFromBody(await answer.json().catch(() => null), answer.status, null);
  }
  for await (const line of logLines(answer.body, () => undefined)) {
    const [pod = '', container = '', ...rest] = line.split('\t');
    // A heartbeat.
    if (container === '') continue;
    yield { container: `${pod} ${container}`, raw: rest.join('\t') };
  }
}
