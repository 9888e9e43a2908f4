/**
 * Connection errors and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutting down or starting up);
 * also exceeded statement timeouts (57014), lock timeouts (55P03) and idle-in-transaction timeouts (25P03).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (
      /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08...|53...|57P0.|57014|55P03|25P03)$/.test(
        code,
      )
    )
      return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|is not queryable/.test(
        cause.message,
      )
    )
      return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}
