import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import type { CachedPod } from '../state/project-pod.ts';

/** Interval of checks for new pods and container runs, and of retries for an interrupted log. */
const POLL_MS = 2_000;
/** An API server may send nothing, not even response headers, until the followed container writes something. */
const QUIET_LOG_MS = 15 * 60_000;
/** `2026-11-22T13:00:00.123456789Z` */
const TIMESTAMP = /^(\S+Z) /;

interface Deps {
  client: Pick<KubernetesClient, 'path' | 'stream'>;
  /** The owner's current pods, limited to those to follow. */
  pods: () => readonly CachedPod[];
  tailLines: number;
  pollMs?: number;
}

/** Reading position in one run of a container. */
interface Run {
  isFollowed: boolean;
  /** Timestamp of the last line; empty if there was none. */
  last: string;
  hasEnded: boolean;
}

/**
 * Streams the logs of all containers of an owner's pods line by line, each line with its pod and container (init
 * containers are marked). Includes pods and runs that begin later. Ends with the signal. A slow reader slows down the
 * logs: nothing is buffered here.
 */
export async function followOwner(deps: Deps, out: Writable, signal: AbortSignal): Promise<void> {
  // Every run that waits for a slow reader adds a listener.
  out.setMaxListeners(0);
  const runs = new Map<string, Run>();
  while (!signal.aborted) {
    const present = new Set<string>();
    for (const pod of deps.pods()) {
      const initial = pod.initContainers ?? [];
      for (const container of [...initial, ...pod.containers]) {
        const key = `${pod.uid} ${container.name} ${container.restarts}`;
        present.add(key);
        const run = runs.get(key) ?? { isFollowed: false, last: '', hasEnded: false };
        runs.set(key, run);
        if (run.isFollowed || !hasLog(container, run)) continue;
        run.isFollowed = true;
        const label = initial.includes(container) ? `${container.name} (init)` : container.name;
        void followRun(deps, pod, container.name, label, run, out, signal).finally(() => {
          run.isFollowed = false;
        });
      }
    }
    for (const [key, run] of runs) if (!run.isFollowed && !present.has(key)) runs.delete(key);
    await delay(deps.pollMs ?? POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Whether there is a log to request: not before the first run, and after a run has ended normally only if the cluster
 * reports that it is still running.
 */
function hasLog({ state, restarts }: CachedPod['containers'][number], run: Run): boolean {
  if (state === 'waiting' && restarts === 0) return false;
  return !run.hasEnded || state === 'running';
}

async function followRun(
  { client, tailLines }: Deps,
  pod: CachedPod,
  container: string,
  /** Name of the container in its lines. */
  label: string,
  run: Run,
  out: Writable,
  signal: AbortSignal,
): Promise<void> {
  const from = run.last === '' ? { tailLines } : { sinceTime: run.last };
  const query = { follow: true, timestamps: true, container, ...from };
  const path = `${client.path('pods', pod.namespace, pod.name)}/log`;
  try {
    const log = await client.stream(path, query, signal, QUIET_LOG_MS);
    for await (const line of createInterface({ input: log, crlfDelay: Number.POSITIVE_INFINITY })) {
      const [, stamp = ''] = TIMESTAMP.exec(line) ?? [];
      // A resumed log repeats lines of the requested second.
      if (stamp !== '' && stamp <= run.last) continue;
      run.last = stamp || run.last;
      if (!out.write(`${pod.name}\t${label}\t${line}\n`)) await once(out, 'drain', { signal });
    }
    run.hasEnded = log.readableEnded && !log.errored;
  } catch {
    // The pod may be gone, or the API unreachable: whatever still exists is requested again at the next poll.
  }
}
