import type { Backoff } from '@switchyard/backoff';
import { pause, streamBackoff } from '../feed/stream-pause.ts';
import { resumeQuery, streamQuery } from '../proxy/cluster-proxy.ts';
import type { LogPosition } from './log-position.ts';
import { LogRefusal, type LogSource } from './read-pod-log.ts';

/**
 * State of a followed container: lines arrive; the connection is lost; it has not started; it has ended for now; it can
 * no longer be followed.
 */
export type FollowState = 'following' | 'reconnecting' | 'waiting' | 'ended' | 'refused';

/** Kubernetes' status for a container that is waiting to start. */
export const WAITING_STATUS = 400;
/** The pod is deleted, or may not be read: a retry would get the same answer. */
const FINAL_STATUSES = [401, 403, 404];

/**
 * Follows a container until the signal, whatever happens to the connection: after a cut it resumes without losing or
 * repeating a line, and a restarted container is followed into its next run.
 * @param position up to where its log was read
 */
export async function followContainer(
  source: Pick<LogSource, 'lines'>,
  container: string,
  position: LogPosition,
  signal: AbortSignal,
  on: { line: (raw: string) => void; state: (state: FollowState) => void; failed: (error: unknown) => void },
  backoff: Backoff = streamBackoff(),
): Promise<void> {
  let isResumed = false;
  let isWaiting = false;
  while (!signal.aborted) {
    const since = isResumed ? position.sinceTime : null;
    // A first stream starts with the last 100 lines. If none of them is known, more than 100 were written since the log
    // was read.
    let mayHaveGap = since === null && position.sinceTime !== null;
    let hasGap = false;
    position.rewind();
    if (!isWaiting) on.state('following');
    try {
      const query = since === null ? streamQuery(container) : resumeQuery(container, since);
      for await (const raw of source.lines(container, query, true, signal)) {
        hasGap = mayHaveGap && !position.has(raw);
        if (hasGap) break;
        mayHaveGap = false;
        if (isWaiting) on.state('following');
        isWaiting = false;
        backoff.reset();
        if (position.accept(raw)) on.line(raw);
      }
      if (!signal.aborted && !hasGap) on.state('ended');
    } catch (error) {
      if (signal.aborted) return;
      on.failed(error);
      if (error instanceof LogRefusal && FINAL_STATUSES.includes(error.status)) return on.state('refused');
      isWaiting = error instanceof LogRefusal && error.status === WAITING_STATUS;
      on.state(isWaiting ? 'waiting' : 'reconnecting');
    }
    isResumed = true;
    if (hasGap) continue;
    await pause(backoff.nextMs(), signal);
  }
}
