/** Pages overlap when something new came between them: each row once, where it came first. */
export function uniqueById<Row extends { _id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row._id, row])).values()];
}
