import { type Text, TextError, text } from '@switchyard/contracts/text/text';

/** A file that cannot be imported at all, in the specification's words. */
export class WorkbookError extends TextError {
  override name = 'WorkbookFault';
  /** Names of hidden sheets that could be read instead. */
  readonly hiddenSheets: readonly string[];

  constructor(why: Text, hiddenSheets: readonly string[] = []) {
    super(why);
    this.hiddenSheets = hiddenSheets;
  }
}

/** The bytes could not be read: the file was moved or locked, or its drive is gone. */
export function readError(): WorkbookError {
  return new WorkbookError(text('readFailed'));
}

/** The bytes are not a workbook that can be imported. `reason` continues after the colon. */
export function parsingError(reason: Text, hiddenSheets: readonly string[] = []): WorkbookError {
  return new WorkbookError(text('parsingFailed', { fault: reason }), hiddenSheets);
}
