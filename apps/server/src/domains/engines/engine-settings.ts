import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { credentialSeal } from './credential-seal.ts';
import { engineCredentials } from './engines.schema.ts';

/** Keeps settings that a person made for an engine, encrypted, among its credentials. No lease is needed. */
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

/** Such settings, for the server's own use; those that are not set, or not readable with this secret, are left out. */
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
