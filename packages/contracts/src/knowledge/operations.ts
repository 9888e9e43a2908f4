import { z } from 'zod';
import { entityId, instant, lineOfText, listQuery, page } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { MAX_ENTRY_LENGTH, MAX_QUESTION_LENGTH } from './limits.ts';

/** Documents and entries that a workspace's bots answer from. */
export const knowledgeBase = z.object({
  _id: entityId,
  name: z.string(),
  documents: z.number().int(),
  /** Documents waiting to be read or being read, and those that failed. */
  reading: z.number().int(),
  failed: z.number().int(),
  entries: z.number().int(),
  /** Questions asked without a known answer. */
  openQuestions: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
});
export type KnowledgeBase = z.infer<typeof knowledgeBase>;

export const DOCUMENT_STATES = ['waiting', 'reading', 'ready', 'failed'] as const;

/** Why a document could not be read. */
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
  /** The file's name, or the page's URL. */
  title: z.string(),
  /** A file of the workspace; null for a web page. */
  fileId: entityId.nullable(),
  url: z.string().nullable(),
  bytes: z.number().int().nullable(),
  state: z.enum(DOCUMENT_STATES),
  fault: z.enum(DOCUMENT_FAULTS).nullable(),
  /** Reading progress, from 0 to 100. */
  percent: z.number().int(),
  /** Searchable passages, including earlier text while it is being read again or after that failed. */
  passages: z.number().int(),
  /** When the searchable text was read. */
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

/** A section of a document or entry that can be found and cited. */
export const knowledgePassage = z.object({
  id: entityId,
  /** Id of its document or entry. */
  documentId: entityId,
  source: z.enum(['document', 'entry']),
  /** Title of its document or entry. */
  title: z.string(),
  /** Nearest heading above it; null if none. */
  heading: z.string().nullable(),
  page: z.number().int().nullable(),
  text: z.string(),
});
export type KnowledgePassage = z.infer<typeof knowledgePassage>;

export const foundPassage = knowledgePassage.extend({
  /** The row, sentences or paragraph that answer the question; the whole text if none stands out. */
  answer: z.string(),
  /** Share of the question's weight it contains, 0 to 1. */
  score: z.number(),
  /** Matches the question by meaning, whatever its wording. */
  isMeant: z.boolean(),
});
/**
 * Whether a question was searched by meaning. `off`: not set up; `away`: the embedding model did not answer; `credits`:
 * none are left this month. Except for `used`, only keywords were searched.
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
 * Why an embedding model returned no vectors: it rejected the key, does not know the model, is rate-limited, did not
 * answer, or the workspace has no credits left.
 */
export const MEANING_FAULTS = ['key', 'model', 'limit', 'away', 'credits'] as const;
export type MeaningFault = (typeof MEANING_FAULTS)[number];

/** State of semantic search in a base, in addition to keyword search. */
export const knowledgeMeaning = z.object({
  /**
   * `off`: no embedding model is set. `private`: it is outside this machine and its network, and no owner allows
   * sending chats there. `preparing`: passages have no vectors yet. `failed`: the model did not answer and will be
   * retried.
   */
  state: z.enum(['off', 'private', 'preparing', 'ready', 'failed']),
  model: z.string().nullable(),
  fault: z.enum(MEANING_FAULTS).nullable(),
  passages: z.number().int(),
  /** How many of them are searchable by meaning. */
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
    .route(at.get('/knowledge-bases', 'Knowledge bases'))
    .input(listQuery.omit({ sort: true }).extend({ search: z.string().max(200).optional() }))
    .output(page(knowledgeBase)),
  create: mutation('knowledge')
    .route(at.post('/knowledge-bases', 'Create a knowledge base', { successStatus: 201 }))
    .input(z.object({ name: lineOfText(128) }))
    .output(knowledgeBase),
  read: query('knowledge')
    .route(at.get('/knowledge-bases/{id}', 'A knowledge base'))
    .input(ofBase)
    .output(knowledgeBase),
  rename: mutation('knowledge')
    .route(at.patch('/knowledge-bases/{id}', 'Rename a knowledge base'))
    .input(ofBase.extend({ name: lineOfText(128) }))
    .output(knowledgeBase),
  remove: mutation('knowledge')
    .route(at.delete('/knowledge-bases/{id}', 'Delete a knowledge base and its contents'))
    .input(ofBase)
    .output(z.object({})),

  documents: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/documents', 'Documents of a knowledge base, newest first'))
    .input(paged)
    .output(page(knowledgeDocument)),
  addDocument: mutation('knowledge')
    .route(
      at.post('/knowledge-bases/{id}/documents', 'Add a file of the workspace or a web page as a document', {
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
      at.post('/knowledge-documents/{id}/read', 'Read a document again; its earlier text stays searchable until then'),
    )
    .input(ofBase)
    .output(knowledgeDocument),
  removeDocument: mutation('knowledge')
    .route(at.delete('/knowledge-documents/{id}', 'Delete a document'))
    .input(ofBase)
    .output(z.object({})),
  passages: query('knowledge')
    .route(at.get('/knowledge-documents/{id}/passages', 'Passages of a document, in order'))
    .input(paged)
    .output(page(knowledgePassage)),

  entries: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/entries', 'Entries of a knowledge base, newest first'))
    .input(paged)
    .output(page(knowledgeEntry)),
  addEntry: mutation('knowledge')
    .route(at.post('/knowledge-bases/{id}/entries', 'Add a text, or a question and its answer', { successStatus: 201 }))
    .input(
      ofBase.extend({
        ...entryFields,
        questionId: entityId.optional().describe('The unknown question answered by this entry.'),
      }),
    )
    .output(knowledgeEntry),
  changeEntry: mutation('knowledge')
    .route(at.put('/knowledge-entries/{id}', 'Update an entry; it is searchable at once'))
    .input(ofBase.extend(entryFields))
    .output(knowledgeEntry),
  removeEntry: mutation('knowledge')
    .route(at.delete('/knowledge-entries/{id}', 'Delete an entry'))
    .input(ofBase)
    .output(z.object({})),

  test: query('knowledge')
    .route(at.post('/knowledge-bases/{id}/test', 'Test what a bot would find for a question'))
    .input(ofBase.extend({ question: manyLines(MAX_QUESTION_LENGTH) }))
    .output(z.object({ passages: z.array(foundPassage), isKnown: z.boolean(), meaning: z.enum(MEANING_USES) })),
  meaning: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/meaning', 'State of semantic search in a knowledge base'))
    .input(ofBase)
    .output(knowledgeMeaning),
  prepareMeaning: mutation('knowledge')
    .route(at.post('/knowledge-bases/{id}/meaning', 'Retry the embedding model now, after a failure'))
    .input(ofBase)
    .output(knowledgeMeaning),
  questions: query('knowledge')
    .route(at.get('/knowledge-bases/{id}/questions', 'Questions without a known answer, latest first'))
    .input(paged)
    .output(page(knowledgeQuestion)),
  dismissQuestion: mutation('knowledge')
    .route(at.delete('/knowledge-questions/{id}', 'Dismiss an unanswered question; it reappears when asked again'))
    .input(ofBase)
    .output(z.object({})),
};
