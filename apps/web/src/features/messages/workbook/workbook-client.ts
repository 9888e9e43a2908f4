import { text } from '@switchyard/contracts/text/text';
import { WorkerClient } from '../../../lib/workbook/worker-client.ts';
import type { WorkbookAnswers, WorkbookRequest } from './workbook.worker.ts';

/** The page's client of the workbook worker, for one file or one export. `end` frees its memory. */
export class WorkbookClient extends WorkerClient<WorkbookRequest, WorkbookAnswers> {
  constructor() {
    super(new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' }), text('bookTooLargeHere'));
  }
}
