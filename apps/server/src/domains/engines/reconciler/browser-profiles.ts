import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Browser logins on this machine, one folder per engine. In a cluster of other machines they end with their pods. */
export class BrowserProfiles {
  readonly #directory: string;
  readonly #pool: pg.Pool;

  constructor(directory: string, pool: pg.Pool) {
    this.#directory = directory;
    this.#pool = pool;
  }

  /** Engines that have a folder, including deleted ones. */
  async engineIds(): Promise<string[]> {
    const names = await readdir(this.#directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => UUID.test(name));
  }

  /**
   * Removes the folder of a deleted engine. Requires the record of its deletion, not just a missing row: otherwise a
   * server pointed at another database would delete every login.
   */
  async removeDeleted(engineId: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `select from session_events where engine_id = $1 and event = 'session_removed'
       and not exists (select from engines where id = $1) limit 1`,
      [engineId],
    );
    if (rowCount) await rm(join(this.#directory, engineId), { recursive: true, force: true, maxRetries: 3 });
  }
}
