/** Memory converts in steps of 1024 (spec 001 section 9). */
export const BYTES_PER_MI = 1024 ** 2;
export const BYTES_PER_GI = 1024 ** 3;

/** A pod's memory percentage refers to this fixed capacity, 2,097,152 Ki, whatever its node (spec 001 section 9). */
export const POD_MEMORY_CAPACITY_BYTES = 2_097_152 * 1024;

export type UsageLevel = 'normal' | 'warning' | 'error';

/** Colour of a CPU or memory percentage: 60 or more warning, 80 or more error (spec 001 section 9). */
export function usageLevel(percent: number): UsageLevel {
  if (percent >= 80) return 'error';
  return percent >= 60 ? 'warning' : 'normal';
}

/** Percentages above 70 are set in bold (spec 001 section 9). */
export function isUsageBold(percent: number): boolean {
  return percent > 70;
}

/** The average memory card turns to the error colour above 80 (spec 001 section 9). */
export function isAverageMemoryError(percent: number): boolean {
  return percent > 80;
}

export type PodMemoryLevel = 'normal' | 'warning' | 'critical';

/**
 * Colour of a pod's memory: below 3 GB normal, then warning, 4 GB and above critical, in steps of 1024 (spec 001
 * section 9).
 */
export function podMemoryLevel(bytes: number): PodMemoryLevel {
  if (bytes >= 4 * BYTES_PER_GI) return 'critical';
  return bytes >= 3 * BYTES_PER_GI ? 'warning' : 'normal';
}

/** `part` of `whole` in percent; 0 if the whole is unknown or zero, so that a bar is empty rather than wrong. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 && Number.isFinite(part) ? (part / whole) * 100 : 0;
}

/** A pod's memory in percent of its fixed capacity (spec 001 section 9). */
export function podMemoryPercent(bytes: number): number {
  return percentOf(bytes, POD_MEMORY_CAPACITY_BYTES);
}

export interface MachineCapacity {
  cores: number;
  memoryGi: number;
}

/** Assumed usage of each pod (spec 001 section 9). */
export const ASSUMED_POD: MachineCapacity = { cores: 1, memoryGi: 2 };

const MACHINES: readonly (readonly [family: string, capacity: MachineCapacity])[] = [
  ['e2-highmem-8', { cores: 8, memoryGi: 60 }],
  ['e2-highmem-4', { cores: 4, memoryGi: 30 }],
  ['e2-standard', { cores: 2, memoryGi: 8 }],
];

/**
 * Assumed capacity of a machine type (spec 001 section 9; `e2-standard-2` counts as e2-standard); null for types it
 * does not name.
 */
export function assumedCapacity(machineType: string): MachineCapacity | null {
  const match = MACHINES.find(([family]) => machineType === family || machineType.startsWith(`${family}-`));
  return match?.[1] ?? null;
}

/** How many assumed pods fit on a machine, by its cores and its memory; null for unknown types. */
export function assumedPodSlots(machineType: string): number | null {
  const capacity = assumedCapacity(machineType);
  if (!capacity) return null;
  return Math.floor(Math.min(capacity.cores / ASSUMED_POD.cores, capacity.memoryGi / ASSUMED_POD.memoryGi));
}
