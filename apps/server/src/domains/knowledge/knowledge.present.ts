import type {
  KnowledgeBase,
  KnowledgeDocument,
  KnowledgeEntry,
  KnowledgePassage,
  KnowledgeQuestion,
} from '@switchyard/contracts/knowledge/operations';
import type { Actor } from '../../platform/actor.ts';
import { readableText } from '../../platform/hidden-text.ts';
import type { BaseRow, DocumentRow, EntryRow, PassageRow, QuestionRow } from './knowledge.queries.ts';

export const presentBase = (row: BaseRow): KnowledgeBase => ({
  _id: row.id,
  name: row.name,
  documents: row.documents,
  reading: row.reading,
  failed: row.failed,
  entries: row.entries,
  openQuestions: row.openQuestions,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentDocument = (row: DocumentRow): KnowledgeDocument => ({
  _id: row.id,
  title: row.title,
  fileId: row.fileId,
  url: row.url,
  bytes: row.bytes,
  state: row.state,
  fault: row.fault,
  percent: row.percent,
  passages: row.passages,
  readAt: row.readAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

export const presentPassage = (
  actor: Pick<Actor, 'onBehalfOf'>,
  { id, title }: Pick<DocumentRow, 'id' | 'title'>,
  row: PassageRow,
): KnowledgePassage => ({
  ...row,
  heading: readableText(actor, row.heading),
  text: readableText(actor, row.text),
  documentId: id,
  source: 'document',
  title,
});

export const presentEntry = (actor: Pick<Actor, 'onBehalfOf'>, row: EntryRow): KnowledgeEntry => ({
  _id: row.id,
  kind: row.kind,
  title: readableText(actor, row.title),
  text: readableText(actor, row.text),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentQuestion = (row: QuestionRow): KnowledgeQuestion => ({
  _id: row.id,
  question: row.question,
  times: row.times,
  lastAskedAt: row.lastAskedAt.toISOString(),
});
