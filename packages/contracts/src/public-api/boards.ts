import { z } from 'zod';
import { MAX_TEXT_LENGTH } from '../boards/limits.ts';
import { lineOfText } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { anyId, dateTime, flag, limitUpTo, many, one, order, paging, skip, words } from './shapes.ts';

/** What boards of the incumbent are made for; another kind of entity has a domain of its own, `custom:…`. */
export const BOARD_DOMAINS = ['tasks', 'leads', 'invoices'] as const;
export type BoardDomain = (typeof BOARD_DOMAINS)[number];

const MAX_ROWS = 500;
const MAX_CELLS = 60;

const board = z.object({
  board_id: z.string(),
  name: z.string(),
  domain: z.string().optional(),
  /** It was made through this API. */
  agent_managed: z.boolean(),
  memory_retention_days: z.number().int().optional(),
  item_count: z.number().int().optional(),
  web_url: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type PublicBoard = z.infer<typeof board>;

const option = z.object({ label: z.string(), bgcolor: z.string() });
const boardWithColumns = board.extend({
  columns: z.array(z.object({ column_id: z.string(), title: z.string(), type: z.string(), options: z.array(option) })),
});
export type PublicBoardWithColumns = z.infer<typeof boardWithColumns>;

const cells = z.record(z.string().max(128), z.union([words(10_000), z.number()]));
const source = z.object({
  chat_id: words(128).optional(),
  chat_name: words(200).optional(),
  message_key: words(256).optional(),
  excerpt: words(2_000).optional(),
  extracted_at: z.number().int().optional().describe('Milliseconds since 1970.'),
});
export type ItemSource = z.infer<typeof source>;

const item = z.object({
  item_id: z.string(),
  text: z.string(),
  status: option.optional(),
  priority: option.optional(),
  due_date: z.string().optional(),
  cells: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  source: source.optional(),
  confidence: z.number().optional(),
  last_seen_at: z.number().int().optional().describe('Milliseconds since 1970.'),
  web_url: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
});
export type PublicItem = z.infer<typeof item>;

const label = words(120).describe('A label of the board’s options.');
const given = z.object({
  text: words(2_000).min(1).describe(`The title of a board has at most ${MAX_TEXT_LENGTH} characters.`),
  status: label.optional(),
  priority: label.optional(),
  due_date: words(64).optional().describe('A day: 2026-12-01. Of a moment, its day counts.'),
  cells: cells
    .refine((all) => Object.keys(all).length <= MAX_CELLS, `at most ${MAX_CELLS} cells`)
    .optional()
    .describe('By the titles of the columns.'),
  source: source.optional(),
  confidence: z.number().min(0).max(1).optional(),
});
const someGiven = given.partial();
export type SomeOfItem = z.infer<typeof someGiven>;
const toCreate = given.extend({
  allow_duplicate: z
    .boolean()
    .default(false)
    .describe('False: an open item with the same or nearly the same text is changed instead.'),
});
export type ItemToCreate = z.infer<typeof toCreate>;

const EPOCH_MS = /^\d{1,15}$/;
const moment = words(64)
  .transform((text) => new Date(EPOCH_MS.test(text) ? Number(text) : text))
  .refine((date) => !Number.isNaN(date.getTime()), 'an ISO 8601 moment or milliseconds since 1970');

const inBoard = z.object({ boardId: anyId });
const at = routesUnder('boards');

export const boards = {
  list: query('boards')
    .route({ ...at.get('/boards', 'Boards'), inputStructure: 'detailed' })
    .input(z.object({ query: z.object({ order, ...paging }) }))
    .output(many(board)),
  create: mutation('boards')
    .route({ ...at.post('/boards', 'Find the board of an agent for a domain, or make it'), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({
          domain: z.enum(BOARD_DOMAINS).optional(),
          entity_kind: lineOfText(40).optional().describe('Instead of a domain: what the board is about.'),
          name: lineOfText(120).optional(),
          description: lineOfText(500).optional().describe('Needed with `entity_kind`.'),
          agent_id: words(200).default('user'),
          memory_retention_days: z.number().int().min(0).max(3_650).default(30).describe('0: for ever.'),
        }),
      }),
    )
    .output(one(boardWithColumns)),
  get: query('boards')
    .route({ ...at.get('/boards/{id}', 'One board with its columns'), inputStructure: 'detailed' })
    .input(z.object({ params: z.object({ id: anyId }) }))
    .output(one(boardWithColumns)),
  items: query('boards')
    .route({ ...at.get('/boards/{boardId}/items', 'Items of a board'), inputStructure: 'detailed' })
    .input(
      z.object({
        params: inBoard,
        query: z.object({
          status: label.optional(),
          order,
          active_only: flag,
          updated_since: moment.optional(),
          skip,
          limit: limitUpTo(200),
        }),
      }),
    )
    .output(many(item)),
  createItem: mutation('boards')
    .route({
      ...at.post('/boards/{boardId}/items', 'Add an item, or change the one that is like it', { successStatus: 201 }),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: inBoard, body: toCreate }))
    .output(one(item.extend({ merged: z.literal(true).optional() }))),
  updateItem: mutation('boards')
    .route({
      ...at.patch('/boards/{boardId}/items/{itemId}', 'Change, delete or restore an item'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: inBoard.extend({ itemId: anyId }),
        body: someGiven.extend({
          deleted: z.boolean().optional(),
          note: words(500).optional().describe('Taken, and not kept.'),
        }),
      }),
    )
    .output(one(item)),
  bulkItems: mutation('boards')
    .route({
      ...at.post('/boards/{boardId}/items/bulk', 'Add many items, or change those that are like them: all, or none'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: inBoard,
        body: z.object({
          items: z.array(toCreate).min(1).max(MAX_ROWS),
          mode: z.enum(['upsert']).default('upsert'),
        }),
      }),
    )
    .output(
      one(
        z.object({
          created: z.array(item),
          updated: z.array(item),
          unchanged: z.number().int().min(0),
          board: z.object({
            board_id: z.string(),
            name: z.string(),
            description: z.string().optional(),
            domain: z.string().optional(),
            web_url: z.string(),
          }),
        }),
      ),
    ),
  findSimilar: query('boards')
    .route({
      ...at.post('/boards/{boardId}/items/find-similar', 'Items of a board that are like given texts'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: inBoard,
        body: z.object({
          candidates: z
            .array(z.object({ text: words(2_000).min(1) }))
            .min(1)
            .max(MAX_ROWS),
        }),
      }),
    )
    .output(
      one(
        z.object({
          matches: z.array(
            z.object({
              candidate_index: z.number().int(),
              item_id: z.string(),
              text: z.string(),
              score: z.number(),
            }),
          ),
          misses: z.array(z.number().int()),
        }),
      ),
    ),
};
