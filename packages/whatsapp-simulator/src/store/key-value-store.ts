import type { DatabaseSync } from 'node:sqlite';
import type { CommitGroup } from './commit-group.ts';

/** Texts by key, stored with the network's state: what an interface needs in addition to it (keys, devices). */
export class KeyValueStore {
  readonly #commits: CommitGroup;
  readonly #namespace: string;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync, commits: CommitGroup, namespace: string) {
    this.#commits = commits;
    this.#namespace = namespace;
    this.#statements = prepare(database);
  }

  get(key: string): string | null {
    const row = this.#statements.get.get(this.#namespace, key) as { value: string } | undefined;
    return row?.value ?? null;
  }

  set(key: string, value: string): void {
    this.#commits.begin();
    this.#statements.set.run(this.#namespace, key, value);
  }

  delete(key: string): void {
    this.#commits.begin();
    this.#statements.delete.run(this.#namespace, key);
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
