import type { Backoff } from '@switchyard/backoff';
import { pause, streamBackoff } from '../feed/stream-pause.ts';
import { resumeQuery, streamQuery } from '../proxy/cluster-proxy.ts';
import type { LogPosition } from './log-position.ts';
import { LogRefusal, type LogSource } from './read-pod-log.ts';

/**
 * How a followed container stands: its lines come; the connection is away; it has not begun; it has ended for now; it
 * can be followed no more.
 */
export type FollowState = 'following' | 'reconnecting' | 'waiting' | 'ended' | 'refused';

/** What Kubernetes answers for a container that waits to start. */
export const WAITING_STATUS = 400;
/** The pod is gone, or may not be read: asking again says the same. */
const FINAL_STATUSES = [401, 403, 404];

/**
 * Follows a container until the signal, whatever happens to the connection: after a cut it goes on where it was,
 * without a line missing or twice, and a container that is started anew is followed into its next run.
 * @param position where its log was read up to
 */
export async function followContainer(
  source: Pick<LogSource, 'lines'>,
  container: string,
  position: LogPosition,
  signal: AbortSignal,
  tell: { line: (raw: string) => void; state: (state: FollowState) => void; failed: (error: unknown) => void },
  backoff: Backoff = streamBackoff(),
): Promise<void> {
  let isResumed = false;
  let isWaiting = false;
  while (!signal.aborted) {
    const since = isResumed ? position.sinceTime : null;
    // A first stream brings the last 100 lines. When none of them is known, more than 100 have come since the log was
    // read.
    let mayLack = since === null && position.sinceTime !== null;
    let lacks = false;
    position.rewind();
    if (!isWaiting) tell.state('following');
    try {
      const query = since === null ? streamQuery(container) : resumeQuery(container, since);
      for await (const raw of source.lines(container, query, true, signal)) {
        lacks = mayLack && !position.knows(raw);
        if (lacks) break;
        mayLack = false;
        if (isWaiting) tell.state('following');
        isWaiting = false;
        backoff.reset();
        if (position.take(raw)) tell.line(raw);
      }
      if (!signal.aborted && !lacks) tell.state('ended');
    } catch (error) {
      if (signal.aborted) return;
      tell.failed(error);
      if (error instanceof LogRefusal && FINAL_STATUSES.includes(error.status)) return tell.state('refused');
      isWaiting = error instanceof LogRefusal && error.status === WAITING_STATUS;
      tell.state(isWaiting ? 'waiting' : 'reconnecting');
    }
    isResumed = true;
    if (lacks) continue;
    await pause(backoff.nextMs(), signal);
  }
}
