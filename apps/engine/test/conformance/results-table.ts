/** The result of each case with each driver, as a table for people. */
export class ResultsTable {
  readonly #columns: readonly string[];
  readonly #rows = new Map<string, Map<string, string>>();

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  set(row: string, column: string, cell: string): void {
    const cells = this.#rows.get(row) ?? new Map<string, string>();
    this.#rows.set(row, cells.set(column, cell));
  }

  /** A dot for cells without a result (in a run of one case or one driver). */
  text(title: string): string {
    const lines = [[title, ...this.#columns]];
    for (const [row, cells] of this.#rows)
      lines.push([row, ...this.#columns.map((column) => cells.get(column) ?? '·')]);
    const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
    const drawn = lines.map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    drawn.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '));
    return drawn.join('\n');
  }
}
