import type { EnginePresence } from '@switchyard/contracts/live/topics';
import { topics } from '@switchyard/contracts/live/topics';
import type { Platform } from '../../platform/platform.ts';

/**
 * Which engines are connected to the broker. In memory only: the broker retains presence messages, so every process
 * receives them at start.
 */
export interface PresenceRegistry {
  of: PresenceLookup;
  /** Engines whose presence changed after this time, by this process's clock. */
  changedSince(sinceMs: number): string[];
  stop(): void;
}

/** Returns the broker's latest presence message for an engine's process. */
export type PresenceLookup = (engineId: string) => EnginePresence | null;

/**
 * Whether the broker says that this very process is offline. A message about another process, or none, proves nothing.
 */
export const isProcessOffline = (presence: EnginePresence | null, instanceId: string | null): boolean =>
  presence !== null && presence.instanceId === instanceId && presence.state === 'offline';

/** One registry per server of this process; tests run several. */
const registries = new WeakMap<Platform, PresenceRegistry>();

/**
 * The broker's latest presence message for an engine's process; null if there is none or this process does not follow
 * presence.
 */
export const presenceOf = (platform: Platform, engineId: string): EnginePresence | null =>
  registries.get(platform)?.of(engineId) ?? null;

/** Engines whose presence changed after a given time, by this process's clock; none if it does not follow presence. */
export const presenceChangedSince = (platform: Platform, sinceMs: number): string[] =>
  registries.get(platform)?.changedSince(sinceMs) ?? [];

/** Follows the presence of every engine; calls `onChange` with the engine when its state has changed. */
export function followPresence(platform: Platform, onChange: (engineId: string) => void): PresenceRegistry {
  const known = new Map<string, EnginePresence>();
  const changedAtMs = new Map<string, number>();
  const notifyChange = (engineId: string) => {
    changedAtMs.set(engineId, Date.now());
    onChange(engineId);
  };
  const stop = platform.broker.subscribe(topics.everyEnginePresence, (topic, payload) => {
    const engineId = topic.split('/')[1] ?? '';
    const update = parse(payload);
    if (!update) {
      if (known.delete(engineId)) notifyChange(engineId);
      return;
    }
    const before = known.get(engineId);
    // The last will of an old process must not hide the new one.
    if (before && update.generation < before.generation) return;
    if (before && update.state === 'offline' && update.instanceId !== before.instanceId && before.state === 'online')
      return;
    known.set(engineId, update);
    if (before?.state !== update.state) notifyChange(engineId);
  });
  const registry: PresenceRegistry = {
    of: (engineId) => known.get(engineId) ?? null,
    changedSince: (sinceMs) => [...changedAtMs].filter(([, atMs]) => atMs > sinceMs).map(([engineId]) => engineId),
    stop,
  };
  registries.set(platform, registry);
  return registry;
}

function parse(payload: string): EnginePresence | null {
  try {
    const update = JSON.parse(payload) as Partial<EnginePresence>;
    if (update.state !== 'online' && update.state !== 'offline') return null;
    return { state: update.state, instanceId: String(update.instanceId), generation: Number(update.generation) || 0 };
  } catch {
    return null;
  }
}
