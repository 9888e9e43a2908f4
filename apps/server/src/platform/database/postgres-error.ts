/** What PostgreSQL has said of a statement, beneath whatever was thrown; null: it was something else. */
export function postgresError(error: unknown): { code: string; constraint: string | null } | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      return { code, constraint: typeof constraint === 'string' ? constraint : null };
  }
  return null;
}
