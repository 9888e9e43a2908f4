import type { ClusterUpdate } from '@switchyard/contracts/cluster/feed';
import { CLUSTER_STREAM_PATH } from '@switchyard/contracts/cluster/paths';
import { errorFromBody, errorFromFailure } from '../../../lib/api/api-error.ts';
import { requestHeaders } from '../../../lib/api/request-headers.ts';
import { streamEnded } from '../rules/error-texts.ts';
import { type ClusterStore, SILENCE_MS } from './cluster-store.ts';
import { rememberMayRead, takeEarlyStream } from './early-stream.ts';
import { nextTask } from './next-task.ts';
import { readLines } from './read-lines.ts';
import { pause, streamBackoff } from './stream-pause.ts';

/** Lines are applied for at most this long before the page may render and respond. */
const SLICE_MS = 12;

/** Keeps the store up to date until stopped: resumes at the cursor after a lost connection. */
export function followCluster(store: ClusterStore): () => void {
  const stop = new AbortController();
  void followWithRetries(store, stop.signal);
  return () => stop.abort();
}

async function followWithRetries(store: ClusterStore, stop: AbortSignal): Promise<void> {
  const backoff = streamBackoff();
  while (!stop.aborted) {
    try {
      await follow(store, stop, () => backoff.reset());
      if (!stop.aborted) store.fail(streamEnded());
    } catch (failure) {
      if (stop.aborted) return;
      store.fail(errorFromFailure(failure).message);
    }
    await pause(backoff.nextMs(), stop);
  }
}

async function follow(store: ClusterStore, stop: AbortSignal, onLine: () => void): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const query = store.cursor === null ? '' : `?cursor=${encodeURIComponent(store.cursor)}`;
    const signal = AbortSignal.any([stop, silence.signal]);
    const early = store.cursor === null ? takeEarlyStream(signal) : null;
    const answer =
      (early && (await early)) ?? (await fetch(CLUSTER_STREAM_PATH + query, { headers: requestHeaders(), signal }));
    if (!answer.ok || !answer.body) {
      throw errorFromBody(await answer.json().catch(() => null), answer.status, answer.headers.get('x-request-id'));
    }
    rememberMayRead();
    let sliceEndsAt = performance.now() + SLICE_MS;
    for await (const line of readLines(answer.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      store.apply(JSON.parse(line) as ClusterUpdate, Date.now());
      onLine();
      if (performance.now() < sliceEndsAt) continue;
      await nextTask();
      sliceEndsAt = performance.now() + SLICE_MS;
    }
  } finally {
    clearTimeout(timer);
  }
}
