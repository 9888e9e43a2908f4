import { z } from 'zod';
import { MAX_TEXT_LENGTH } from '../boards/limits.ts';
import { lineOfText } from '../entity.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { anyId, boundedText, dateTime, flag, limitUpTo, many, one, order, paging, skip } from './shapes.ts';

/** Domains of boards in the incumbent's API; other kinds of entities get a domain of the form `custom:…`. */
export const BOARD_DOMAINS = ['tasks', 'leads', 'invoices'] as const;
export type BoardDomain = (typeof BOARD_DOMAINS)[number];

const MAX_ROWS = 500;
const MAX_CELLS = 60;

const board = z.object({
  board_id: z.string(),
  name: z.string(),
  domain: z.string().optional(),
  /** Created through this API. */
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

const cells = z.record(z.string().max(128), z.union([boundedText(10_000), z.number()]));
const source = z.object({
  chat_id: boundedText(128).optional(),
  chat_name: boundedText(200).optional(),
  message_key: boundedText(256).optional(),
  excerpt: boundedText(2_000).optional(),
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

const label = boundedText(120).describe('Label of one of the column’s options.');
const itemFields = z.object({
  text: boundedText(2_000)
    .min(1)
    .describe(`Title of the item; board titles have at most ${MAX_TEXT_LENGTH} characters.`),
  status: label.optional(),
  priority: label.optional(),
  due_date: boundedText(64).optional().describe('A day such as 2026-12-01; of a timestamp, only the day is used.'),
  cells: cells
    .refine((all) => Object.keys(all).length <= MAX_CELLS, `at most ${MAX_CELLS} cells`)
    .optional()
    .describe('Values by column title.'),
  source: source.optional(),
  confidence: z.number().min(0).max(1).optional(),
});
const partialItem = itemFields.partial();
export type PartialItem = z.infer<typeof partialItem>;
const toCreate = itemFields.extend({
  allow_duplicate: z
    .boolean()
    .default(false)
    .describe('False updates an open item with the same or nearly the same text instead.'),
});
export type ItemToCreate = z.infer<typeof toCreate>;

const EPOCH_MS = /^\d{1,15}$/;
const timestamp = boundedText(64)
  .transform((text) => new Date(EPOCH_MS.test(text) ? Number(text) : text))
  .refine((date) => !Number.isNaN(date.getTime()), 'an ISO 8601 timestamp or milliseconds since 1970');

const inBoard = z.object({ boardId: anyId });
const at = routesUnder('boards');

export const boards = {
  list: query('boards')
    .route({ ...at.get('/boards', 'Boards'), inputStructure: 'detailed' })
    .input(z.object({ query: z.object({ order, ...paging }) }))
    .output(many(board)),
  create: mutation('boards')
    .route({ ...at.post('/boards', 'Find or create an agent’s board for a domain'), inputStructure: 'detailed' })
    .input(
      z.object({
        body: z.object({
          domain: z.enum(BOARD_DOMAINS).optional(),
          entity_kind: lineOfText(40).optional().describe('Kind of entity on the board, instead of a domain.'),
          name: lineOfText(120).optional(),
          description: lineOfText(500).optional().describe('Required with `entity_kind`.'),
          agent_id: boundedText(200).default('user'),
          memory_retention_days: z.number().int().min(0).max(3_650).default(30).describe('0 keeps items for ever.'),
        }),
      }),
    )
    .output(one(boardWithColumns)),
  get: query('boards')
    .route({ ...at.get('/boards/{id}', 'A board with its columns'), inputStructure: 'detailed' })
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
          updated_since: timestamp.optional(),
          skip,
          limit: limitUpTo(200),
        }),
      }),
    )
    .output(many(item)),
  createItem: mutation('boards')
    .route({
      ...at.post('/boards/{boardId}/items', 'Add an item, or update a similar one', { successStatus: 201 }),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: inBoard, body: toCreate }))
    .output(one(item.extend({ merged: z.literal(true).optional() }))),
  updateItem: mutation('boards')
    .route({
      ...at.patch('/boards/{boardId}/items/{itemId}', 'Update, delete or restore an item'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: inBoard.extend({ itemId: anyId }),
        body: partialItem.extend({
          deleted: z.boolean().optional(),
          note: boundedText(500).optional().describe('Accepted but not stored.'),
        }),
      }),
    )
    .output(one(item)),
  bulkItems: mutation('boards')
    .route({
      ...at.post('/boards/{boardId}/items/bulk', 'Add many items or update similar ones: all, or none'),
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
      ...at.post('/boards/{boardId}/items/find-similar', 'Find items of a board similar to given texts'),
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: inBoard,
        body: z.object({
          candidates: z
            .array(z.object({ text: boundedText(2_000).min(1) }))
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
