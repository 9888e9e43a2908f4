import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { credentialSeal } from './credential-seal.ts';
import { engineCredentials } from './engines.schema.ts';

/** Stores a person's settings for an engine, encrypted, among its credentials. Needs no lease. */
export async function saveEngineSettings(
  db: Db,
  secret: string,
  engineId: string,
  values: Record<string, string>,
): Promise<void> {
  const seal = credentialSeal(secret);
  const rows = Object.entries(values).map(([name, text]) => ({
    engineId,
    name,
    value: seal.seal(text, engineId, name),
  }));
  await db
    .insert(engineCredentials)
    .values(rows)
    .onConflictDoUpdate({
      target: [engineCredentials.engineId, engineCredentials.name],
      set: { value: sql`excluded.value`, updatedAt: sql`now()` },
    });
}

/**
 * Reads such settings for the server's own use, without those that are missing or cannot be decrypted with this secret.
 */
export async function readEngineSettings(
  db: Db,
  secret: string,
  engineId: string,
  names: string[],
): Promise<Map<string, string>> {
  const seal = credentialSeal(secret);
  const rows = await db
    .select({ name: engineCredentials.name, value: engineCredentials.value })
    .from(engineCredentials)
    .where(and(eq(engineCredentials.engineId, engineId), inArray(engineCredentials.name, names)));
  return new Map(
    rows.flatMap(({ name, value }) => {
      const text = seal.open(value, engineId, name);
      return text === null ? [] : [[name, text] as const];
    }),
  );
}
