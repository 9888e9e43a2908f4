import type pg from 'pg';
import type { Seal } from '../../platform/seal.ts';
import { credentialSeal } from './credential-seal.ts';
import { FENCE, fenceError } from './engine-lease.ts';
import type { EngineIdentity } from './engine-token.ts';

/** Engine credentials, encrypted at rest, as read and written by the lease holder. */
export class EngineCredentials {
  readonly #pool: pg.Pool;
  readonly #seal: Seal;

  constructor(pool: pg.Pool, secret: string) {
    this.#pool = pool;
    this.#seal = credentialSeal(secret);
  }

  /**
   * Values by name, without those that are missing or cannot be decrypted with this secret.
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
    if (rows.length === 0) throw await fenceError(this.#pool, identity);
    const values: Record<string, string> = {};
    for (const { name, value } of rows) {
      const text = name === null || value === null ? null : this.#seal.open(value, identity.engineId, name);
      if (name !== null && text !== null) values[name] = text;
    }
    return values;
  }

  /**
   * Stores all changes, or none.
   * @throws 409 `LEASE_LOST`, 401; then nothing was changed
   */
  async write(
    identity: EngineIdentity,
    generation: number,
    { clear, values }: { clear: boolean; values: Record<string, string | null> },
  ): Promise<void> {
    const entries = Object.entries(values);
    const kept = entries.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
    const gone = entries.flatMap(([name, text]) => (text === null ? [name] : []));
    // The lane's lock keeps a new holder out until this is stored.
    const { rowCount } = await this.#pool.query({
      name: 'credentials_write',
      text: `with lane as materialized (
          select lane.engine_id from engine_lanes lane where ${FENCE} for share of lane
        ), written as materialized (
          select * from unnest($4::text[], $5::bytea[]) as written (name, value)
        ), removed as (
          delete from engine_credentials kept using lane
          where kept.engine_id = lane.engine_id and kept.name not in (select name from written) and ($7 or kept.name = any($6::text[]))
        ), stored as (
          insert into engine_credentials (engine_id, name, value) select lane.engine_id, written.name, written.value from lane, written
          on conflict (engine_id, name) do update set value = excluded.value, updated_at = now()
        )
        select from lane`,
      values: [
        identity.engineId,
        generation,
        identity.tokenVersion,
        kept.map(([name]) => name),
        kept.map(([name, text]) => this.#seal.seal(text, identity.engineId, name)),
        gone,
        clear,
      ],
    });
    if (rowCount === 0) throw await fenceError(this.#pool, identity);
  }
}
