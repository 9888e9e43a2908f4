import { z } from 'zod';
import { SERIES_STATES } from '../messages/message.ts';
import { query, routesUnder } from '../operation.ts';
import { anyId, dateTime, limitUpTo, one } from './shapes.ts';

/** One page of things by id; `next` is there while there are more. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ success: z.literal(true), data: z.array(item), next: z.string().optional() });

const paging = {
  cursor: z.uuid().optional().describe('`next` of the page before.'),
  limit: limitUpTo(200),
};
const at = routesUnder('extensions');
const list = <Item extends z.ZodType>(scope: string, path: `/${string}`, summary: string, item: Item) =>
  query(scope)
    .route({ ...at.get(path, summary), inputStructure: 'detailed' })
    .input(z.object({ query: z.object(paging) }))
    .output(pageOf(item));

const contact = z.object({
  id: z.string(),
  chatId: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});
const template = z.object({ id: z.string(), name: z.string(), text: z.string(), updatedAt: dateTime });
const bot = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  deployed: z.boolean(),
  updatedAt: dateTime,
});
const knowledgeBase = z.object({ id: z.string(), name: z.string(), createdAt: dateTime, updatedAt: dateTime });
const series = z.object({
  id: z.string(),
  to: z.string(),
  text: z.string(),
  rule: z.string().describe('An RRULE, in the wall-clock time of `timezone`.'),
  start: z.string(),
  timezone: z.string(),
  state: z.enum(SERIES_STATES),
  createdAt: dateTime,
});
const holds = z.object({
  id: z.string(),
  status: z.string(),
  holds: z.array(
    z.object({
      rule: z.string(),
      text: z.string(),
      until: dateTime.optional().describe('When it ends by itself; left out: unknown.'),
    }),
  ),
});

/** What the incumbent does not have. Pages go by a cursor. */
export const extensions = {
  contacts: list('contacts', '/extensions/contacts', 'Contacts with their fields', contact),
  templates: list('campaigns', '/extensions/templates', 'Templates', template),
  bots: list('bots', '/extensions/bots', 'Bots', bot),
  knowledge: list('knowledge', '/extensions/knowledge', 'Knowledge bases', knowledgeBase),
  series: list('messages', '/extensions/series', 'Recurring messages', series),
  holds: query('messages')
    .route({
      ...at.get('/extensions/messages/{id}/holds', 'Why a message is not sent yet'),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ id: anyId }) }))
    .output(one(holds)),
};
