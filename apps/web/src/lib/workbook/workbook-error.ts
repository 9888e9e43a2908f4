/**
 * A file that cannot be imported at all. `message` is the whole sentence for the user, as the specification words it.
 */
export class WorkbookError extends Error {
  override name = 'WorkbookFault';
  /** Hidden sheets that could be read instead, by name. */
  readonly hiddenSheets: readonly string[];

  constructor(message: string, hiddenSheets: readonly string[] = []) {
    super(message);
    this.hiddenSheets = hiddenSheets;
  }
}

/** The bytes could not be had: the file was moved, locked or is on a drive that went away. */
export function readFault(): WorkbookError {
  return new WorkbookError('Failed to read file');
}

/** The bytes are there but are not a workbook that can be imported. `reason` reads on after the colon. */
export function parsingFault(reason: string, hiddenSheets: readonly string[] = []): WorkbookError {
  return new WorkbookError(`File parsing error: ${reason}`, hiddenSheets);
}
