import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { topics } from '@switchyard/contracts/live/topics';
import type { Platform } from '../../../platform/platform.ts';

/** Pokes of one lane within this time are merged. */
const BATCH_DELAY_MS = 15;
/** How long after its poll interval an idle lane may actually poll. */
const POLL_SLACK_MS = 5_000;

const pendingPokes = new WeakMap<Platform, Set<string>>();

/**
 * Wakes a lane after a commit that gave it a message due at `dueAt`. Every lane polls at least once per interval, so
 * later messages need no poke. A lost poke delays a message by at most that interval.
 */
export function pokeLane(platform: Platform, engineId: string | null, dueAt: Date): void {
  if (engineId === null || dueAt.getTime() > Date.now() + FALLBACK_POLL_MS + POLL_SLACK_MS) return;
  const pending = pendingPokes.get(platform) ?? new Set<string>();
  pendingPokes.set(platform, pending);
  if (pending.has(engineId)) return;
  pending.add(engineId);
  setTimeout(() => {
    pending.delete(engineId);
    platform.broker.publish(topics.enginePoke(engineId), '');
  }, BATCH_DELAY_MS).unref();
}
