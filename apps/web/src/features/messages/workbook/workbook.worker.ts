import type { Message } from '@switchyard/contracts/messages/message';
import { serve } from '../../../lib/workbook/serve.ts';
import { parsingError, readError } from '../../../lib/workbook/workbook-error.ts';
import { writeExport } from './export-file.ts';
import { ImportFile, type ImportPreview, type ReadingOptions } from './import-file.ts';
import type { Findings, ImportDecisions, ImportPlan, Recipient, RowFault, SentRow } from './import-plan.ts';
import { writeTemplate } from './template-file.ts';

/** Requests to the worker; each is answered once, in order. */
export type WorkbookRequest =
  | { kind: 'open'; file: File; sheetName?: string | undefined }
  | { kind: 'read'; options: ReadingOptions }
  | { kind: 'recipients'; from: number; count: number }
  | { kind: 'candidates'; from: number; count: number }
  | { kind: 'plan'; decisions: ImportDecisions; findings: Findings }
  | { kind: 'take'; from: number; count: number }
  | { kind: 'faults' }
  | { kind: 'write-faults'; faults: { row: number; reason: string }[] }
  | { kind: 'collect'; messages: Message[] }
  | { kind: 'write-export'; zone: string }
  | { kind: 'write-template'; exampleNumber: string };

export interface WorkbookAnswers {
  open: null;
  read: ImportPreview;
  recipients: Recipient[];
  candidates: SentRow[];
  plan: ImportPlan;
  take: SentRow[];
  faults: RowFault[];
  'write-faults': Uint8Array<ArrayBuffer>;
  collect: number;
  'write-export': Uint8Array<ArrayBuffer>;
  'write-template': Uint8Array<ArrayBuffer>;
}

let opened: ImportFile | undefined;
const collected = new Map<string, Message>();

async function answer(request: WorkbookRequest): Promise<WorkbookAnswers[WorkbookRequest['kind']]> {
  switch (request.kind) {
    case 'open': {
      const bytes = await request.file.arrayBuffer().catch(() => {
        throw readError();
      });
      opened = await ImportFile.open(new Uint8Array(bytes), request.file.name, request.sheetName);
      return null;
    }
    case 'read':
      return openedFile().read(request.options);
    case 'recipients':
      return openedFile().recipients(request.from, request.count);
    case 'candidates':
      return openedFile().candidates(request.from, request.count);
    case 'plan':
      return openedFile().plan(request.decisions, request.findings);
    case 'take':
      return openedFile().take(request.from, request.count);
    case 'faults':
      return openedFile().leftOut();
    case 'write-faults':
      return openedFile().faultsFile(request.faults);
    case 'collect':
      // Pages overlap when rows move between them; the later copy of a row counts.
      for (const message of request.messages) collected.set(message._id, message);
      return collected.size;
    case 'write-export': {
      const newestDueFirst = [...collected.values()].sort((a, b) => b.dueDate.localeCompare(a.dueDate));
      return writeExport(newestDueFirst, request.zone);
    }
    case 'write-template':
      return writeTemplate(request.exampleNumber);
  }
}

function openedFile(): ImportFile {
  if (!opened) throw parsingError('no file has been opened');
  return opened;
}

serve(answer);
