import { type Text, TextError, text } from '@switchyard/contracts/text/text';

/** A file that cannot be imported at all, as the specification words it. */
export class WorkbookError extends TextError {
  override name = 'WorkbookFault';
  /** Hidden sheets that could be read instead, by name. */
  readonly hiddenSheets: readonly string[];

  constructor(why: Text, hiddenSheets: readonly string[] = []) {
    super(why);
    this.hiddenSheets = hiddenSheets;
  }
}

/** The bytes could not be had: the file was moved, locked or is on a drive that went away. */
export function readFault(): WorkbookError {
  return new WorkbookError(text('readFailed'));
}

/** The bytes are there but are not a workbook that can be imported. `reason` reads on after the colon. */
export function parsingFault(reason: Text, hiddenSheets: readonly string[] = []): WorkbookError {
  return new WorkbookError(text('parsingFailed', { fault: reason }), hiddenSheets);
}
