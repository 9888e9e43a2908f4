import type { PlainOperation } from '@switchyard/contracts/operation';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { admitRequest } from '../../../platform/http/operations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readInput } from '../../../platform/read-input.ts';
import { presentBot } from '../bots.present.ts';
import { contextNames, listBots } from '../bots.queries.ts';

/** Spec 000 section 9. */
const PAGE_SIZE = 10;
const MAX_PAGE = 100;
const MAX_SOUGHT = 128;

/** Only administrators may list every workspace's bots. */
export const actionOperations = {
  botsWithLastActivity: { name: 'bots.withLastActivity', guard: 'admin', effect: 'read', scope: null, sees: 'others' },
} as const satisfies Record<string, PlainOperation>;

const direction = z.union([z.literal(-1), z.literal(1), z.literal('-1'), z.literal('1'), z.enum(['desc', 'asc'])]);

const listRequest = z.object({
  cmd: z.literal('dashboard.getBotsWithLastActivity'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(PAGE_SIZE),
  skip: z.coerce.number().int().min(0).default(0),
  /** Part of the name of a bot, its workspace or its owner. */
  search: z.string().trim().max(MAX_SOUGHT).optional(),
  status: z.enum(['deployed', 'draft']).optional(),
  /** Only by `updatedAt`: `{updatedAt: -1}` or `-updatedAt`. */
  sort: z
    .union([z.object({ updatedAt: direction }), z.enum(['-updatedAt', 'updatedAt'])])
    .default('-updatedAt')
    .transform((sort): '-updatedAt' | 'updatedAt' => {
      if (typeof sort === 'string') return sort;
      return ['1', 'asc'].includes(String(sort.updatedAt)) ? 'updatedAt' : '-updatedAt';
    }),
});

/** The same as a create-entity request on the service `actions`. */
const wrapped = z.object({ service: z.literal('actions'), entity: listRequest });
const action = wrapped.transform(({ entity }) => entity).or(listRequest);

/** `POST /actions`: list actions by their command (spec 000 section 7). */
export function serveActions(server: FastifyInstance, platform: Platform): void {
  server.post('/actions', async (request) => {
    await admitRequest(request, platform, actionOperations.botsWithLastActivity);
    const { db } = platform.database;
    const { cmd: _, ...query } = readInput(action, request.body ?? {});
    const { rows, total } = await listBots(db, null, query);
    const names = await contextNames(db, rows);
    return { bots: rows.map((row) => ({ ...presentBot(row), ...names(row) })), total };
  });
}
