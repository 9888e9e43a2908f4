/** See leftovers.mjs. */
export function findLeftovers(directory: string): { pid: number; command: string }[];
export function endLeftovers(directory: string, graceMs?: number): Promise<string[]>;
