import { readTextsRefusal } from '../../platform/actor.ts';
import { operations, performing } from '../../platform/http/operations.ts';
import { authorize } from '../../platform/refusal.ts';
import { addDocument } from './add-document.ts';
import { createBase, removeBase, renameBase } from './change-base.ts';
import { removeDocument, rereadDocument } from './change-document.ts';
import { readMeaning } from './embeddings/meaning.queries.ts';
import { prepareMeaning } from './embeddings/prepare-meaning.ts';
import { presentBase, presentDocument, presentEntry, presentPassage, presentQuestion } from './knowledge.present.ts';
import { findBase, listBases, listDocuments, listEntries, listPassages, listQuestions } from './knowledge.queries.ts';
import { askKnowledge } from './search/search-knowledge.ts';
import { dismissQuestion } from './unknown-questions.ts';
import { addEntry, changeEntry, removeEntry } from './write-entry.ts';

const { knowledge } = operations;

/** Number of passages that a bot answers from. */
const TESTED_PASSAGES = 5;

export const knowledgeRouter = {
  list: knowledge.list.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listBases(db, actor.workspaceId, input);
    return { data: rows.map(presentBase), total };
  }),
  create: knowledge.create.handler(performing(createBase, presentBase)),
  read: knowledge.read.handler(async ({ context: { actor, db }, input }) =>
    presentBase(await findBase(db, actor.workspaceId, input.id)),
  ),
  rename: knowledge.rename.handler(performing(renameBase, presentBase)),
  remove: knowledge.remove.handler(({ context: { perform }, input }) => perform(removeBase, input)),

  documents: knowledge.documents.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listDocuments(db, actor.workspaceId, input);
    return { data: rows.map(presentDocument), total };
  }),
  addDocument: knowledge.addDocument.handler(performing(addDocument, presentDocument)),
  readAgain: knowledge.readAgain.handler(performing(rereadDocument, presentDocument)),
  removeDocument: knowledge.removeDocument.handler(({ context: { perform }, input }) => perform(removeDocument, input)),
  passages: knowledge.passages.handler(async ({ context: { actor, db }, input }) => {
    const { document, rows, total } = await listPassages(db, actor.workspaceId, input);
    return { data: rows.map((row) => presentPassage(actor, document, row)), total };
  }),

  entries: knowledge.entries.handler(async ({ context: { actor, db }, input }) => {
    const { rows, total } = await listEntries(db, actor.workspaceId, input);
    return { data: rows.map((row) => presentEntry(actor, row)), total };
  }),
  addEntry: knowledge.addEntry.handler(performing(addEntry, (row, actor) => presentEntry(actor, row))),
  changeEntry: knowledge.changeEntry.handler(performing(changeEntry, (row, actor) => presentEntry(actor, row))),
  removeEntry: knowledge.removeEntry.handler(({ context: { perform }, input }) => perform(removeEntry, input)),

  test: knowledge.test.handler(async ({ context: { actor, db, platform }, input: { id, question } }) => {
    await findBase(db, actor.workspaceId, id);
    // The result reveals the stored text.
    authorize(readTextsRefusal(actor));
    return askKnowledge(platform, actor.workspaceId, { knowledgeBaseIds: [id], question, limit: TESTED_PASSAGES });
  }),
  meaning: knowledge.meaning.handler(({ context: { actor, platform }, input: { id } }) =>
    readMeaning(platform, actor.workspaceId, id),
  ),
  prepareMeaning: knowledge.prepareMeaning.handler(async ({ context: { actor, perform, platform }, input }) => {
    await perform(prepareMeaning, input);
    return readMeaning(platform, actor.workspaceId, input.id);
  }),
  questions: knowledge.questions.handler(async ({ context: { actor, db }, input }) => {
    // Contains what contacts wrote to a bot.
    authorize(readTextsRefusal(actor));
    const { rows, total } = await listQuestions(db, actor.workspaceId, input);
    return { data: rows.map(presentQuestion), total };
  }),
  dismissQuestion: knowledge.dismissQuestion.handler(({ context: { perform }, input }) =>
    perform(dismissQuestion, input),
  ),
};
