import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { MAX_ENTRY_LENGTH, MAX_QUESTION_LENGTH } from './limits.ts';

/** What a workspace lets its bots answer from: documents and entries. */
export const knowledgeBase = z.object({
  _id: entityId,
  name: z.string(),
  documents: z.number().int(),
  /** Documents that wait to be read or are being read, and those that could not be. */
  reading: z.number().int(),
  failed: z.number().int(),
  entries: z.number().int(),
  /** Questions that were asked and not known. */
  openQuestions: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
});
export type KnowledgeBase = z.infer<typeof knowledgeBase>;

export const DOCUMENT_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;

/** Why a document could not be read, by name. */
export const DOCUMENT_FAULTS = [
  'scanned',
  'encrypted',
  'damaged',
  'empty',
  'unsupported',
  'not-text',
  'too-many-pages',
  'too-many-rows',
  'too-much-text',
  'unpacks-too-large',
  'too-slow',
  'too-much-memory',
  'gone',
  'address',
  'unreachable',
  'refused',
  'too-large',
  'unexpected',
] as const;
export type DocumentFault = (typeof DOCUMENT_FAULTS)[number];

export const knowledgeDocument = z.object({
  _id: entityId,
  /** The file's name, or the page's address. */
  title: z.string(),
  /** A file of the workspace; null: it is a web page. */
  fileId: entityId.nullable(),
  url: z.string().nullable(),
  bytes: z.number().int().nullable(),
  state: z.enum(DOCUMENT_STATES),
  fault: z.enum(DOCUMENT_FAULTS).nullable(),
  /** While it is read: from 0 to 100. */
  percent: z.number().int(),
  /** What is found of it now: also the earlier text, while it is read again or when that failed. */
  passages: z.number().int(),
  /** When the text that is found was read. */
  readAt: instant.nullable(),
  createdAt: instant,
});
export type KnowledgeDocument = z.infer<typeof knowledgeDocument>;

export const ENTRY_KINDS = ['text', 'answer'] as const;

export const knowledgeEntry = z.object({
  _id: entityId,
  /** `answer`: `title` is a question, `text` its answer. */
  kind: z.enum(ENTRY_KINDS),
  title: z.string(),
  text: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type KnowledgeEntry = z.infer<typeof knowledgeEntry>;

/** A piece of a document or entry, as it is found and cited. */
export const knowledgePassage = z.object({
  id: entityId,
  /** Of the document or entry that it is of. */
  documentId: entityId,
  source: z.enum(['document', 'entry']),
  /** Of the document or entry. */
  title: z.string(),
  /** Under which it stands; null: none. */
  heading: z.string().nullable(),
  page: z.number().int().nullable(),
  text: z.string(),
});
export type KnowledgePassage = z.infer<typeof knowledgePassage>;

export const foundPassage = knowledgePassage.extend({
  /** The row, the sentences or the paragraph of its text that answer; all of it where none stands out. */
  answer: z.string(),
  /** How much of the question's weight is in it, 0 to 1. */
  score: z.number(),
  /** It means what is asked, whatever its words. */
  isMeant: z.boolean(),
});
/**
 * Whether a question was asked by its meaning: `off`: there is nothing to; `away`: the embedding model did not answer;
 * `credits`: none are left this month. Words alone were looked for then.
 */
export const MEANING_USES = ['off', 'used', 'away', 'credits'] as const;
export type MeaningUse = (typeof MEANING_USES)[number];

export type FoundPassage = z.infer<typeof foundPassage>;

export const knowledgeQuestion = z.object({
  _id: entityId,
  question: z.string(),
  times: z.number().int(),
  lastAskedAt: instant,
});
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestion>;

/**
 * Why an embedding model gave no vectors: it refuses the key, knows no such model, refuses for now, does not answer, or
 * the workspace has no credits left.
 */
export const MEANING_FAULTS = ['key', 'model', 'limit', 'away', 'credits'] as const;
export type MeaningFault = (typeof MEANING_FAULTS)[number];

/** Whether what is in a base is found by what it means, too, and not by its words alone. */
export const knowledgeMeaning = z.object({
  /**
   * `off`: no embedding model is set. `private`: it is not on this machine or its network, and no owner lets chats go
   * there. `preparing`: passages have no vectors yet. `failed`: the model did not answer; it is asked again by itself.
   */
  state: z.enum(['off', 'private', 'preparing', 'ready', 'failed']),
  model: z.string().nullable(),
  fault: z.enum(MEANING_FAULTS).nullable(),
  passages: z.number().int(),
  /** Of these, those that are found by their meaning. */
  ready: z.number().int(),
});
export type KnowledgeMeaning = z.infer<typeof knowledgeMeaning>;

const ofBase = z.object({ id: entityId });
const paged = listQuery.omit({ sort: true }).extend({ id: entityId });
const manyLines = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, schemaFault('empty'))
    .max(maxLength)
    .regex(/^[^\0]*$/, schemaFault('characters'));
export const entryFields = {
  kind: z.enum(ENTRY_KINDS),
  title: lineOfText(MAX_QUESTION_LENGTH),
  text: manyLines(MAX_ENTRY_LENGTH),
};

const at = routesUnder('knowledge');

export const knowledgeContract = {
  list: query('knowledge')
    .route(at.get('/knowledge-bases', 'List knowledge bases'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional() }))
    .output(page(knowledgeBase)),
  create: mutation('knowledge')
    .route(at.post('/knowledge-bases', 'Make a knowledge base', { successStatus: 201 }))
    .input(z.object({ name: lineOfText(128) }))
    .output(knowledgeBase),
  read: query('knowledge')
    .route(at.get('/knowledge-bases/{id}', 'One knowledge base'))
    .input(ofBase)
    .output(knowledgeBase),
  rename: mutation('knowledge')
    .route(at.patch('/knowledge-bases/{id}', 'Rename a knowledge base'))
    .input(ofBase.extend({ name: lineOfText(128) }))
    .output(knowledgeBase),
  remove: mutation('knowledge')
    .route(at.delete('/knowledge-bases/{id}', 'Remove a knowledge base and all in it'))
    .input(ofBase)
    .output(z.object({})),

  documents: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/documents', 'Documents, the newest first'))
    .input(paged)
    .output(page(knowledgeDocument)),
  addDocument: mutation('knowledge')
    .route(
      at.post('/knowledge-bases/{id}/documents', 'Have a file of the workspace or a web page read', {
        successStatus: 201,
      }),
    )
    .input(
      ofBase.extend({
        fileId: entityId.optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2_000)
          .optional(),
      }),
    )
    .output(knowledgeDocument),
  readAgain: mutation('knowledge')
    .route(
      at.post('/knowledge-documents/{id}/read', 'Have a document read again; until then its earlier text is found'),
    )
    .input(ofBase)
    .output(knowledgeDocument),
  removeDocument: mutation('knowledge')
    .route(at.delete('/knowledge-documents/{id}', 'Remove a document'))
    .input(ofBase)
    .output(z.object({})),
  passages: query('knowledge')
    .route(at.get('/knowledge-documents/{id}/passages', 'What was read of a document, from its beginning'))
    .input(paged)
    .output(page(knowledgePassage)),

  entries: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/entries', 'Entries, the newest first'))
    .input(paged)
    .output(page(knowledgeEntry)),
  addEntry: mutation('knowledge')
    .route(at.post('/knowledge-bases/{id}/entries', 'Add a text, or a question and its answer', { successStatus: 201 }))
    .input(
      ofBase.extend({
        ...entryFields,
        questionId: entityId.optional().describe('The question that was not known, and is answered by this.'),
      }),
    )
    .output(knowledgeEntry),
  changeEntry: mutation('knowledge')
    .route(at.put('/knowledge-entries/{id}', 'Change an entry; it is found at once'))
    .input(ofBase.extend(entryFields))
    .output(knowledgeEntry),
  removeEntry: mutation('knowledge')
    .route(at.delete('/knowledge-entries/{id}', 'Remove an entry'))
    .input(ofBase)
    .output(z.object({})),

  test: query('knowledge')
    .route(at.post('/knowledge-bases/{id}/test', 'What a bot would find for a question'))
    .input(ofBase.extend({ question: manyLines(MAX_QUESTION_LENGTH) }))
    .output(z.object({ passages: z.array(foundPassage), isKnown: z.boolean(), meaning: z.enum(MEANING_USES) })),
  meaning: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/meaning', 'Whether what is in it is found by its meaning, too'))
    .input(ofBase)
    .output(knowledgeMeaning),
  prepareMeaning: mutation('knowledge')
    .route(at.post('/knowledge-bases/{id}/meaning', 'Have the embedding model asked again now, after it has failed'))
    .input(ofBase)
    .output(knowledgeMeaning),
  questions: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/questions', 'Questions that were asked and not known, the latest first'))
    .input(paged)
    .output(page(knowledgeQuestion)),
  dismissQuestion: mutation('knowledge')
    .route(
      at.delete('/knowledge-questions/{id}', 'Leave a question unanswered; it is listed again when it is asked again'),
    )
    .input(ofBase)
    .output(z.object({})),
};
