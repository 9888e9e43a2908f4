import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { CommitGroup } from './commit-group.ts';

/** Maximum total size of all files. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Identifies a file by its SHA-256 in hex, with its length. */
export interface StoredFile {
  sha256: string;
  bytes: number;
}

/**
 * The files of messages, each stored once by the SHA-256 of its bytes. Beyond 256 MB the files added longest ago are
 * removed, even if messages use them, as on WhatsApp's own media servers. Adding a file again renews it.
 */
export class FileStore {
  readonly #commits: CommitGroup;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(database: DatabaseSync, commits: CommitGroup, maxBytes = MAX_TOTAL_BYTES) {
    this.#commits = commits;
    this.#statements = prepare(database);
    this.#maxBytes = maxBytes;
    this.#bytes = Number((this.#statements.sum.get() as { bytes: number }).bytes);
  }

  /** Stores a file. It becomes durable with everything else (`SimulatedNetwork.durable`). */
  add(content: Uint8Array): StoredFile {
    const file = { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
    this.#commits.begin();
    if (this.#statements.touch.run(file.sha256).changes === 0) {
      this.#statements.add.run(file.sha256, content);
      this.#bytes += file.bytes;
      while (this.#bytes > this.#maxBytes) {
        const oldest = this.#statements.dropOldest.get(file.sha256) as { bytes: number } | undefined;
        if (!oldest) break;
        this.#bytes -= oldest.bytes;
      }
    }
    return file;
  }

  /** Removes a file, as WhatsApp does after some weeks. */
  remove(sha256: string): void {
    const gone = this.read(sha256);
    if (!gone) return;
    this.#commits.begin();
    this.#statements.remove.run(sha256);
    this.#bytes -= gone.length;
  }

  has(sha256: string): boolean {
    return this.#statements.has.get(sha256) !== undefined;
  }

  /** The bytes; null if the file was never added, or is gone. */
  read(sha256: string): Uint8Array | null {
    const row = this.#statements.read.get(sha256) as { content: Uint8Array } | undefined;
    return row?.content ?? null;
  }
}

function prepare(database: DatabaseSync) {
  const next = '(select coalesce(max(added), 0) + 1 from files)';
  return {
    sum: database.prepare('select coalesce(sum(length(content)), 0) bytes from files'),
    add: database.prepare(`insert into files (sha256, added, content) values (?, ${next}, ?)`),
    touch: database.prepare(`update files set added = ${next} where sha256 = ?`),
    has: database.prepare('select 1 from files where sha256 = ?'),
    remove: database.prepare('delete from files where sha256 = ?'),
    read: database.prepare('select content from files where sha256 = ?'),
    dropOldest: database.prepare(
      `delete from files where sha256 = (select sha256 from files where sha256 <> ? order by added limit 1)
       returning length(content) bytes`,
    ),
  };
}
