/** Removes rows repeated on overlapping pages, which happen when rows were added in between; the first is kept. */
export function uniqueById<Row extends { _id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row._id, row])).values()];
}
