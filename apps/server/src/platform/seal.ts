import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './database/database.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values that must not be readable in the database, with a key derived from the server's secret (AES-256-GCM).
 * The data a value is bound to, such as its owner's id, is authenticated, so that the value cannot be moved to another
 * row. Format: IV, ciphertext, tag. A changed secret makes every value unreadable.
 */
export class Seal {
  readonly #key: Buffer;

  /** @param purpose each purpose has a key of its own */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  seal(text: string, ...boundTo: string[]): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(Buffer.from(boundTo.join(' ')));
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** @returns null if the value was sealed with another secret, for another purpose, or bound to something else */
  open(sealed: Buffer, ...boundTo: string[]): string | null {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(boundTo.join(' ')));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}

/** Replacement of the server's secret. */
export interface SecretChange {
  /** Null if the old secret is lost; values sealed with it cannot be read any more. */
  from: string | null;
  to: string;
}

/** A column of sealed values. */
interface SealedColumn {
  table: string;
  column: string;
  keys: string[];
  /** Columns that a value is bound to, in this order. */
  boundTo: string[];
  sealOf: (secret: string) => Seal;
}

type SealedRow = Record<string, string> & { sealed: Buffer };

const ROWS_AT_ONCE = 500;

const valuesOf = (row: SealedRow, names: string[]): SQL =>
  sql.join(
    names.map((name) => sql`${row[name]}`),
    sql`, `,
  );

/** Reseals a column's values. Values that the earlier secret cannot open stay as they are. */
export async function resealColumn(
  tx: Db,
  { from, to }: SecretChange,
  { table, column, keys, boundTo, sealOf }: SealedColumn,
): Promise<void> {
  if (from === null) return;
  const [before, after] = [sealOf(from), sealOf(to)];
  const listOf = (names: string[]) =>
    sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    );
  const [key, value] = [listOf(keys), sql.identifier(column)];
  let last: SealedRow | null = null;
  for (;;) {
    const past: SQL = last === null ? sql`` : sql`and (${key}) > (${valuesOf(last, keys)})`;
    const { rows }: { rows: SealedRow[] } = await tx.execute<SealedRow>(sql`
      select ${listOf([...new Set([...keys, ...boundTo])])}, ${value} as sealed from ${sql.identifier(table)}
      where ${value} is not null ${past} order by ${key} limit ${ROWS_AT_ONCE} for update`);
    const resealed = rows.flatMap((row) => {
      const bounds = boundTo.map((name) => row[name] ?? '');
      const text = before.open(row.sealed, ...bounds);
      if (text === null) return [];
      const keyValues = Object.fromEntries(keys.map((name) => [name, row[name]]));
      return [{ ...keyValues, [column]: `\\x${after.seal(text, ...bounds).toString('hex')}` }];
    });
    const same = keys.map((name) => sql`target.${sql.identifier(name)} = resealed.${sql.identifier(name)}`);
    await tx.execute(sql`
      update ${sql.identifier(table)} target set ${value} = resealed.${value}
      from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(resealed)}) resealed
      where ${sql.join(same, sql` and `)}`);
    last = rows.at(-1) ?? null;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
