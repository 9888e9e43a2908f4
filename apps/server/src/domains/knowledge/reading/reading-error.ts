import type { DocumentFault } from '@switchyard/contracts/knowledge/operations';

/** Why a document cannot be read, for the person who added it. */
export class ReadingError extends Error {
  override readonly name = 'ReadingFault';
  readonly fault: DocumentFault;
  constructor(fault: DocumentFault) {
    super(fault);
    this.fault = fault;
  }
}
