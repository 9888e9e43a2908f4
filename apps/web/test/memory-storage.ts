import type { KeyValueStorage } from '../src/features/cluster/rules/status-history-storage.ts';

export interface MemoryStorage extends KeyValueStorage {
  keys(): string[];
}

/** In-memory storage that is full at `capacity` characters. */
export function memoryStorage({ capacity = Number.POSITIVE_INFINITY } = {}): MemoryStorage {
  const values = new Map<string, string>();
  return {
    keys: () => [...values.keys()],
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => void values.delete(key),
    setItem(key, value) {
      const others = [...values].reduce((sum, [name, text]) => (name === key ? sum : sum + text.length), 0);
      if (others + value.length > capacity) throw new DOMException('The storage is full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
}
