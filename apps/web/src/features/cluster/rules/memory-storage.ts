import type { KeyValueStorage } from './status-history-storage.ts';

export interface MemoryStorage extends KeyValueStorage {
  keys(): string[];
}

/** Storage that ends with the page: for browsers that refuse local storage, and for tests (`capacity` in characters, then it is full). */
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
