import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { KubernetesClient } from '../../../platform/kubernetes/client.ts';
import type { KeptPod } from '../picture/project-pod.ts';

/** How often new pods and new runs of containers are looked for; a log that was cut is asked for again as often. */
const LOOK_MS = 2_000;
/**
 * An API server may send nothing, not even the head of its answer, until the container that is followed writes
 * something.
 */
const QUIET_LOG_MS = 15 * 60_000;
/** `2026-11-22T13:00:00.123456789Z` */
const TIMESTAMP = /^(\S+Z) /;

interface Deps {
  client: Pick<KubernetesClient, 'path' | 'stream'>;
  /** The owner's pods now, as many as are to be followed. */
  pods: () => readonly KeptPod[];
  tailLines: number;
  lookMs?: number;
}

/** How far one run of a container has been read. */
interface Run {
  isFollowed: boolean;
  /** Timestamp of the last line; empty: there was none. */
  last: string;
  hasEnded: boolean;
}

/**
 * Writes the logs of all containers of an owner's pods, line by line as they come, each with its pod and container (an
 * init container named as such); pods and runs that begin later are taken up. Ends with the signal. A reader that is
 * slower than the logs holds them up: nothing is gathered here.
 */
export async function followOwner(deps: Deps, out: Writable, signal: AbortSignal): Promise<void> {
  // Each that waits for a slow reader listens for it.
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
        if (run.isFollowed || !canBeAsked(container, run)) continue;
        run.isFollowed = true;
        const label = initial.includes(container) ? `${container.name} (init)` : container.name;
        void followRun(deps, pod, container.name, label, run, out, signal).finally(() => {
          run.isFollowed = false;
        });
      }
    }
    for (const [key, run] of runs) if (!run.isFollowed && !present.has(key)) runs.delete(key);
    await delay(deps.lookMs ?? LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * What waits for its first run has no log yet; one that ended in order is asked again only where the cluster says that
 * it goes on.
 */
function canBeAsked({ state, restarts }: KeptPod['containers'][number], run: Run): boolean {
  if (state === 'waiting' && restarts === 0) return false;
  return !run.hasEnded || state === 'running';
}

async function followRun(
  { client, tailLines }: Deps,
  pod: KeptPod,
  container: string,
  /** As its lines have it. */
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
      // The moment that a log is resumed from comes once more.
      if (stamp !== '' && stamp <= run.last) continue;
      run.last = stamp || run.last;
      if (!out.write(`${pod.name}\t${label}\t${line}\n`)) await once(out, 'drain', { signal });
    }
    run.hasEnded = log.readableEnded && !log.errored;
  } catch {
    // The pod may be gone, or the API away: what is still there is asked again at the next look.
  }
}
