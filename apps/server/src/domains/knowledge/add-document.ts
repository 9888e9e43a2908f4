import { DOCUMENT_ENDINGS, MAX_DOCUMENTS } from '@switchyard/contracts/knowledge/limits';
import { faultAt } from '@switchyard/contracts/text/faults';
import type { Action } from '../../platform/action.ts';
import { newId } from '../../platform/database/columns.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EdgeDeps } from '../../platform/http/request-context.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findFiles, keepFiles } from '../files/index.ts';
import { knowledgeChanged } from './knowledge.events.ts';
import { changeKnowledgeRefusal } from './knowledge.policy.ts';
import { type DocumentRow, findBase, findDocument } from './knowledge.queries.ts';
import { knowledgeDocuments } from './knowledge.schema.ts';
import { kindOfFile } from './reading/document-kind.ts';
import { prepareReadings, requestReading } from './reading/reading-jobs.ts';

interface NewDocument {
  id: string;
  fileId?: string | undefined;
  url?: string | undefined;
}

/** Adds a file of the workspace or a web page, and queues its reading. @throws Refusal `NOT_FOUND`, `INVALID` */
export const addDocument: Action<NewDocument, DocumentRow, EdgeDeps> = async ({ db, jobs }, actor, input) => {
  authorize(changeKnowledgeRefusal(actor));
  await prepareReadings(jobs);
  const { workspaceId } = actor;
  return db.transaction(async (tx) => {
    const base = await findBase(tx, workspaceId, input.id);
    if (base.documents >= MAX_DOCUMENTS) {
      throw invalid([faultAt('id', 'mostDocuments', { maximum: MAX_DOCUMENTS })]);
    }
    const source = await sourceOf(tx, workspaceId, input);
    const reading = { documentId: newId(), readingId: newId() };
    await tx.insert(knowledgeDocuments).values({
      id: reading.documentId,
      readingId: reading.readingId,
      workspaceId,
      knowledgeBaseId: base.id,
      ...source,
    });
    await requestReading(jobs, tx, reading);
    await writeAudit(tx, actor, { action: 'knowledge.add', subject: reading.documentId, details: { base: base.id } });
    const result = await findDocument(tx, workspaceId, reading.documentId);
    return { result, events: [knowledgeChanged(workspaceId, base.id)] };
  });
};

async function sourceOf(tx: Db, workspaceId: string, { fileId, url }: NewDocument) {
  if ((fileId === undefined) === (url === undefined)) {
    throw invalid([{ field: 'fileId', message: 'Give either a file or the address of a page' }]);
  }
  if (url !== undefined) return { title: url, url };
  const file = (await findFiles(tx, workspaceId, [fileId ?? ''])).get(fileId ?? '');
  if (!file) throw invalid([faultAt('fileId', 'noSuchFile')]);
  if (!kindOfFile(file.name)) {
    throw invalid([faultAt('fileId', 'documentKinds', { endings: DOCUMENT_ENDINGS.join(', ') })]);
  }
  await keepFiles(tx, [file._id]);
  return { title: file.name, fileId: file._id };
}
