import type { DatabaseSync } from 'node:sqlite';
import type { CommitGroup } from './commit-group.ts';

/** Text by key, kept with the network's state: what a face must remember beside it (keys, devices). */
export class KeyValueStore {
  readonly #commits: CommitGroup;
  readonly #face: string;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commits: CommitGroup, face: string) {
    this.#commits = commits;
    this.#face = face;
    this.#statements = prepare(database);
  }

  get(key: string): string | null {
    const row = this.#statements.get.get(this.#face, key) as { value: string } | undefined;
    return row?.value ?? null;
  }

  set(key: string, value: string): void {
    this.#commits.begin();
    this.#statements.set.run(this.#face, key, value);
  }

  delete(key: string): void {
    this.#commits.begin();
    this.#statements.delete.run(this.#face, key);
  }
}

function prepare(database: DatabaseSync) {
  return {
    get: database.prepare('select value from face_values where face = ? and key = ?'),
    set: database.prepare(
      'insert into face_values (face, key, value) values (?, ?, ?) on conflict do update set value = excluded.value',
    ),
    delete: database.prepare('delete from face_values where face = ? and key = ?'),
  };
}
