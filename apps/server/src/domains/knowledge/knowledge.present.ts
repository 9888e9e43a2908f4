import {
  type KnowledgeBase,
  type KnowledgeDocument,
  type KnowledgeEntry,
  type KnowledgePassage,
  type KnowledgeQuestion,
  knowledgeBase,
  knowledgeDocument,
  knowledgeEntry,
  knowledgeQuestion,
} from '@switchyard/contracts/knowledge/operations';
import type { Actor } from '../../platform/actor.ts';
import { redactText } from '../../platform/hidden-text.ts';
import { presenter } from '../../platform/presenter.ts';
import type { BaseRow, DocumentRow, EntryRow, PassageRow, QuestionRow } from './knowledge.queries.ts';

export const presentBase: (row: BaseRow) => KnowledgeBase = presenter(knowledgeBase);

export const presentDocument: (row: DocumentRow) => KnowledgeDocument = presenter(knowledgeDocument);

export const presentPassage = (
  actor: Pick<Actor, 'onBehalfOf'>,
  { id, title }: Pick<DocumentRow, 'id' | 'title'>,
  row: PassageRow,
): KnowledgePassage => ({
  ...row,
  heading: redactText(actor, row.heading),
  text: redactText(actor, row.text),
  documentId: id,
  source: 'document',
  title,
});

const sameOfEntry = presenter(knowledgeEntry);
export const presentEntry = (actor: Pick<Actor, 'onBehalfOf'>, row: EntryRow): KnowledgeEntry => ({
  ...sameOfEntry(row),
  title: redactText(actor, row.title),
  text: redactText(actor, row.text),
});

export const presentQuestion: (row: QuestionRow) => KnowledgeQuestion = presenter(knowledgeQuestion);
