import type { Clock } from '../clock.ts';
import type { LogQuery } from '../kubelet/read-log.ts';
import type { FleetPod } from './fleet-pod.ts';
import type { PodCondition } from './pod-condition.ts';
import { chanceOf } from './random.ts';

const LINE_EVERY_MS = 1_000;
/** Maximum number of lines that a simulated log reaches back. */
const MAX_LINES = 5_000;
const PREVIOUS_INSTANCE_MS = 600_000;
/** Conditions without a log, because nothing ever ran or its remains were removed. */
const WITHOUT_LOG: ReadonlySet<PodCondition> = new Set<PodCondition>([
  'pending',
  'creating',
  'image-pull',
  'create-error',
  'evicted',
  'failed',
]);

const LINES = [
  '{"level":"info","msg":"heartbeat","latencyMs":%d}',
  '{"level":"info","msg":"message accepted","queue":%d}',
  '{"level":"info","msg":"ack received","level":3,"after":%d}',
  '{"level":"debug","msg":"presence update","contacts":%d}',
  '{"level":"warn","msg":"slow page","evaluateMs":%d}',
  '{"level":"info","msg":"chat store synced","chats":%d}',
  '{"level":"error","msg":"socket closed, reconnecting","attempt":%d}',
];

interface Source {
  serial: number;
  container: number;
  beginsAtMs: number;
  /** Null while it is running. */
  endsAtMs: number | null;
}

/**
 * The log of a simulated container, generated from the pod and the time: it is the same whenever it is read, and takes
 * no memory. Null for a container that hasn't started, or has no earlier instance.
 */
export function fleetLog(
  pod: FleetPod,
  container: number,
  previous: boolean,
  query: LogQuery,
  clock: Clock,
  signal: AbortSignal,
  /** The current pod of this name; a followed log ends with its container. */
  podNow: () => FleetPod | undefined,
): AsyncIterable<Buffer> | null {
  const { condition, startedAtMs, sinceMs, restarts } = pod.state;
  if (WITHOUT_LOG.has(condition)) return null;
  if (previous && (restarts === 0 || container > 0)) return null;
  const alive = pod.isRunning || container > 0;
  const { serial } = pod.facts;
  const source = previous
    ? { serial, container, beginsAtMs: startedAtMs - PREVIOUS_INSTANCE_MS, endsAtMs: startedAtMs }
    : { serial, container, beginsAtMs: startedAtMs, endsAtMs: alive ? null : sinceMs };
  const hasEnded = () => {
    const now = podNow();
    if (now?.facts.serial !== serial || now.state.restarts !== restarts) return true;
    return container === 0 && !now.isRunning;
  };
  return lines(source, query, clock, signal, hasEnded);
}

async function* lines(
  source: Source,
  query: LogQuery,
  clock: Clock,
  signal: AbortSignal,
  hasEnded: () => boolean,
): AsyncGenerator<Buffer> {
  const { beginsAtMs, endsAtMs } = source;
  const countAt = (atMs: number) => Math.max(0, Math.floor((atMs - beginsAtMs) / LINE_EVERY_MS));
  let count = countAt(endsAtMs ?? clock.now());
  let at = Math.max(0, count - Math.min(MAX_LINES, query.tailLines ?? MAX_LINES));
  if (query.sinceMs !== null) at = Math.max(at, Math.ceil((query.sinceMs - beginsAtMs) / LINE_EVERY_MS));
  let left = query.limitBytes ?? Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    let text = '';
    for (; at < count; at++) text += line(source, at, query.timestamps);
    const whole = Buffer.from(text);
    const piece = whole.subarray(0, Math.min(whole.length, left));
    left -= piece.length;
    if (piece.length > 0) yield piece;
    if (!query.follow || endsAtMs !== null || left <= 0 || hasEnded()) return;
    await pause(clock, LINE_EVERY_MS, signal);
    count = countAt(clock.now());
  }
}

function line({ serial, container, beginsAtMs }: Source, at: number, timestamps: boolean): string {
  const text = LINES[Math.floor(chanceOf(serial, container, at) ** 2 * LINES.length)] ?? '';
  const value = Math.floor(chanceOf(serial, at, 9) * 500);
  // Containers of one pod write at different moments, so that merging logs has an effect.
  const atMs = beginsAtMs + at * LINE_EVERY_MS + Math.floor(chanceOf(serial, container, at, 4) * 900);
  const time = timestamps ? `${new Date(atMs).toISOString().replace('Z', '000000Z')} ` : '';
  return `${time}${text.replace('%d', String(value))}\n`;
}

function pause(clock: Clock, durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(durationMs, done);
    signal.addEventListener('abort', done, { once: true });
  });
}
