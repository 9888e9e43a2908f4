import { parse_zip, read, type WorkBook } from '@e965/xlsx';
import { text } from '@switchyard/contracts/text/text';
import { isRuntimeError } from '../api/runtime-error.ts';
import { withWholeCharacters } from './character-references.ts';
import { identifyContainer, passwordError } from './container.ts';
import { unpackZip, type ZipPart } from './unpack-zip.ts';
import { parsingError, WorkbookError } from './workbook-error.ts';

/**
 * The bytes of an .xlsx or .xls file as the library's workbook.
 * @throws WorkbookError for anything that is not such a workbook
 */
export async function openWorkbook(bytes: Uint8Array, fileName: string): Promise<WorkBook> {
  const isZip = identifyContainer(bytes, fileName) === 'zip';
  return isZip ? parseParts(await unpackZip(bytes)) : parse(() => read(bytes, { ...READING, type: 'array' }));
}

// Number formats tell dates from numbers; stubs tell a formula that was never computed from an empty cell.
const READING = { dense: true, cellNF: true, cellText: false, cellFormula: true, cellHTML: false, sheetStubs: true };

/** Passes the library what its own unpacking would have produced from the archive. */
function parseParts(parts: readonly ZipPart[]): WorkBook {
  const archive = {
    FullPaths: parts.map(({ name }) => name),
    FileIndex: parts.map(({ name, data }) => {
      const content = withWholeCharacters(data);
      return { name, type: 2, content, size: content.length };
    }),
  };
  return parse(() => parse_zip(archive, { ...READING }));
}

function parse(reading: () => WorkBook): WorkBook {
  try {
    return reading();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof WorkbookError) throw error;
    if (/password|encrypt/i.test(reason)) throw passwordError();
    if (isRuntimeError(error)) throw parsingError(text('fileCut'));
    throw parsingError(text('bookDamaged', { reason: reason.slice(0, 120) }));
  }
}

declare module '@e965/xlsx' {
  /** The step of `read` that follows unpacking an .xlsx; exported, but missing in the library's types. */
  function parse_zip(
    archive: { FullPaths: string[]; FileIndex: { name: string; type: number; content: Uint8Array; size: number }[] },
    options: typeof READING,
  ): WorkBook;
}
