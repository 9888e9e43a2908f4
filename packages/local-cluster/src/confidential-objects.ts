import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Secret } from '@switchyard/kubernetes/objects';
import { replaceFile } from './replace-file.ts';
import { type ObjectStore, StoredObject } from './store/object-store.ts';

/** Loads the secrets of an earlier run: they outlive a restart, because their pods do. Files are for the owner only. */
export function readConfidential(directory: string, store: ObjectStore): void {
  const folder = join(directory, 'secrets');
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const path = join(folder, file);
    try {
      const secret = JSON.parse(readFileSync(path, 'utf8')) as Secret;
      store.put('secrets', (version) => new StoredObject(secret, version));
    } catch {
      // Truncated by a power failure. Its creator recreates its pod, and the secret with it.
      rmSync(path, { force: true });
    }
  }
}

/** Saves every later change of a secret to disk. @returns stops saving */
export function rememberConfidential(directory: string, store: ObjectStore): () => void {
  const folder = join(directory, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return store.watch('secrets', store.version, (event) => {
    const secret = event.current.toObject();
    const path = join(folder, `${secret.metadata.uid}.json`);
    if (event.type === 'DELETED') rmSync(path, { force: true });
    else replaceFile(path, JSON.stringify(secret));
  });
}
