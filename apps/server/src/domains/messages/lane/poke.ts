import { FALLBACK_POLL_MS } from '@switchyard/contracts/engine/protocol';
import { topics } from '@switchyard/contracts/live/topics';
import type { Platform } from '../../../platform/platform.ts';

/** Pokes of one lane within this time become one. */
const BATCH_DELAY_MS = 15;
/** How much later than its poll interval an idle lane may really ask. */
const POLL_SLACK_MS = 5_000;

const gathering = new WeakMap<Platform, Set<string>>();

/**
 * Wakes a lane after a commit that gave it something due at `dueAt`. Every lane asks at least once a poll interval, so
 * what is due later than that needs no poke. Losing a poke costs lateness of at most that interval.
 */
export function pokeLane(platform: Platform, engineId: string | null, dueAt: Date): void {
  if (engineId === null || dueAt.getTime() > Date.now() + FALLBACK_POLL_MS + POLL_SLACK_MS) return;
  const waiting = gathering.get(platform) ?? new Set<string>();
  gathering.set(platform, waiting);
  if (waiting.has(engineId)) return;
  waiting.add(engineId);
  setTimeout(() => {
    waiting.delete(engineId);
    platform.broker.publish(topics.enginePoke(engineId), '');
  }, BATCH_DELAY_MS).unref();
}
