/**
 * Connection faults, and PostgreSQL's classes 08 (connection), 53 (resources), 57P (shut down or starting up); also
 * what took longer than it may (57014), waited too long for a lock (55P03), or stood still in a transaction (25P03).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as NodeJS.ErrnoException).code ?? '';
    if (
      /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08...|53...|57P0.|57014|55P03|25P03)$/.test(
        code,
      )
    )
      return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|is not queryable/.test(
        at.message,
      )
    )
      return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
