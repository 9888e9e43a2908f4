import { isAutoDue } from '@switchyard/cluster-rules/memory-pressure';
import type { KeyValueStorage } from '../rules/status-history-storage.ts';

/** Keys in browser storage for cooldowns, the auto mode flag and the last auto time (spec 001 section 9). */
export const AUTO_KEYS = { cooldowns: 'nodeCooldowns', isAuto: 'nodeAutoMode', lastAuto: 'nodeLastAutoTime' } as const;

export interface AutoMemory {
  cooldowns: Record<string, number>;
  isAuto: boolean;
  lastAutoMs: number | null;
}

/** Reads what is remembered between visits; unreadable values count as absent. */
export function readAutoMemory(storage: KeyValueStorage): AutoMemory {
  const last = Number(storage.getItem(AUTO_KEYS.lastAuto) ?? Number.NaN);
  return {
    cooldowns: readCooldowns(storage),
    isAuto: storage.getItem(AUTO_KEYS.isAuto) === 'true',
    lastAutoMs: Number.isFinite(last) ? last : null,
  };
}

export function writeCooldowns(storage: KeyValueStorage, cooldowns: Record<string, number>): void {
  storage.setItem(AUTO_KEYS.cooldowns, JSON.stringify(cooldowns));
}

export function writeAutoMode(storage: KeyValueStorage, isAuto: boolean): void {
  storage.setItem(AUTO_KEYS.isAuto, String(isAuto));
}

/**
 * Claims one run of auto mode, if it is on and its 5 minutes have passed. The time is written before anything is done,
 * so that a tab that takes over midway does not act again.
 */
export function claimAutoRun(storage: KeyValueStorage, nowMs: number): boolean {
  const { isAuto, lastAutoMs } = readAutoMemory(storage);
  if (!isAuto || !isAutoDue(lastAutoMs, nowMs)) return false;
  storage.setItem(AUTO_KEYS.lastAuto, String(nowMs));
  return true;
}

function readCooldowns(storage: KeyValueStorage): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(AUTO_KEYS.cooldowns) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    return {};
  }
}
