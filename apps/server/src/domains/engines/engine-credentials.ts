import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { FENCE, whyRefused } from './engine-lease.ts';
import type { EngineIdentity } from './engine-token.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Credentials of engines, encrypted at rest with a key from the server's secret (AES-256-GCM; engine and name are authenticated, so that a value
 * cannot be moved to another). Stored as IV, ciphertext, tag. A changed secret makes them unreadable: the engines must be paired again.
 */
export class EngineCredentials {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;

  constructor(pool: pg.Pool, secret: string) {
    this.#pool = pool;
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'engine credentials', 32));
  }

  /**
   * The values of these names; those that are not stored, or cannot be read with this secret, are left out.
   * @throws 409 `LEASE_LOST`, 401
   */
  async read(identity: EngineIdentity, generation: number, names: string[]): Promise<Record<string, string>> {
    const { rows } = await this.#pool.query<{ name: string | null; value: Buffer | null }>({
      name: 'credentials_read',
      text: `select kept.name, kept.value from engine_lanes lane
        left join engine_credentials kept on kept.engine_id = lane.engine_id and kept.name = any($4::text[])
        where ${FENCE}`,
      values: [identity.engineId, generation, identity.tokenVersion, names],
    });
    if (rows.length === 0) throw await whyRefused(this.#pool, identity);
    const values: Record<string, string> = {};
    for (const { name, value } of rows) {
      const text = name === null || value === null ? null : this.#open(identity.engineId, name, value);
      if (name !== null && text !== null) values[name] = text;
    }
    return values;
  }

  /**
   * Stores all changes, or none.
   * @throws 409 `LEASE_LOST`, 401; nothing was changed then.
   */
  async write(
    identity: EngineIdentity,
    generation: number,
    { clear, values }: { clear: boolean; values: Record<string, string | null> },
  ): Promise<void> {
    const entries = Object.entries(values);
    const kept = entries.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
    const gone = entries.flatMap(([name, text]) => (text === null ? [name] : []));
    // The lock on the lane keeps a new holder out until this is stored.
    const { rowCount } = await this.#pool.query({
      name: 'credentials_write',
      text: `with lane as materialized (
          select lane.engine_id from engine_lanes lane where ${FENCE} for share of lane
        ), told as materialized (
          select * from unnest($4::text[], $5::bytea[]) as told (name, value)
        ), removed as (
          delete from engine_credentials kept using lane
          where kept.engine_id = lane.engine_id and kept.name not in (select name from told) and ($7 or kept.name = any($6::text[]))
        ), stored as (
          insert into engine_credentials (engine_id, name, value) select lane.engine_id, told.name, told.value from lane, told
          on conflict (engine_id, name) do update set value = excluded.value, updated_at = now()
        )
        select from lane`,
      values: [
        identity.engineId,
        generation,
        identity.tokenVersion,
        kept.map(([name]) => name),
        kept.map(([name, text]) => this.#seal(identity.engineId, name, text)),
        gone,
        clear,
      ],
    });
    if (rowCount === 0) throw await whyRefused(this.#pool, identity);
  }

  /** Keeps settings that a person made for an engine; no lease is needed. */
  async set(engineId: string, values: Record<string, string>): Promise<void> {
    const entries = Object.entries(values);
    await this.#pool.query(
      `insert into engine_credentials (engine_id, name, value) select $1, * from unnest($2::text[], $3::bytea[])
       on conflict (engine_id, name) do update set value = excluded.value, updated_at = now()`,
      [engineId, entries.map(([name]) => name), entries.map(([name, text]) => this.#seal(engineId, name, text))],
    );
  }

  /** Settings that a person made, for the server's own use; null: not set, or not readable with this secret. */
  async get(engineId: string, name: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ value: Buffer }>({
      name: 'credentials_get',
      text: 'select value from engine_credentials where engine_id = $1 and name = $2',
      values: [engineId, name],
    });
    return rows[0] ? this.#open(engineId, name, rows[0].value) : null;
  }

  #seal(engineId: string, name: string, text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(Buffer.from(`${engineId} ${name}`));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  #open(engineId: string, name: string, sealed: Buffer): string | null {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(`${engineId} ${name}`));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
