/** PostgreSQL's error within a thrown error or its causes; null if there is none. */
export function postgresError(error: unknown): { code: string; constraint: string | null } | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
      return { code, constraint: typeof constraint === 'string' ? constraint : null };
  }
  return null;
}
