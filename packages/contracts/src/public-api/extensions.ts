import { z } from 'zod';
import { deploymentSettings } from '../bots/operations.ts';
import { contactFields } from '../contacts/operations.ts';
import { lineOfText } from '../entity.ts';
import { entryFields } from '../knowledge/operations.ts';
import { MAX_MESSAGE_LENGTH } from '../messages/limits.ts';
import { SERIES_STATES } from '../messages/message.ts';
import { mutation, query, routesUnder } from '../operation.ts';
import { anyId, boundedText, chatAddress, dateTime, idempotent, limitUpTo, one } from './shapes.ts';

/** A page by cursor; `next` is set if there are more. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ success: z.literal(true), data: z.array(item), next: z.string().optional() });

const paging = {
  cursor: z.uuid().optional().describe('`next` of the previous page.'),
  limit: limitUpTo(200),
};
const at = routesUnder('extensions');
const list = <Item extends z.ZodType>(scope: string, path: `/${string}`, summary: string, item: Item) =>
  query(scope)
    .route({ ...at.get(path, summary), inputStructure: 'detailed' })
    .input(z.object({ query: z.object(paging) }))
    .output(pageOf(item));

/** Input of a change to one object, by its id in the path. */
const ofOne = { params: z.object({ id: anyId }) };
const detailed = { inputStructure: 'detailed' } as const;
const deleted = one(z.object({ id: z.string(), deleted: z.literal(true) }));

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
  rule: z.string().describe('An RRULE in wall-clock time of `timezone`.'),
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
      until: dateTime.optional().describe('When it ends automatically; omitted if unknown.'),
    }),
  ),
});

const knowledgeText = z.object({ id: z.string(), title: z.string(), text: z.string(), createdAt: dateTime });
const contactName = lineOfText(256);
const templateFields = { name: lineOfText(120), text: boundedText(MAX_MESSAGE_LENGTH).min(1) };

/** Operations that the incumbent does not have, paged by cursor. */
export const extensions = {
  contacts: list('contacts', '/extensions/contacts', 'Contacts with their fields', contact),
  templates: list('campaigns', '/extensions/templates', 'Templates', template),
  bots: list('bots', '/extensions/bots', 'Bots', bot),
  knowledge: list('knowledge', '/extensions/knowledge', 'Knowledge bases', knowledgeBase),
  series: list('messages', '/extensions/series', 'Recurring messages', series),
  holds: query('messages')
    .route({
      ...at.get('/extensions/messages/{id}/holds', 'Why a message has not been sent yet'),
      inputStructure: 'detailed',
    })
    .input(z.object({ params: z.object({ id: anyId }) }))
    .output(one(holds)),
  createContact: mutation('contacts')
    .route({ ...at.post('/extensions/contacts', 'Create a contact'), ...detailed })
    .input(
      z.object({
        body: z.object({ to: chatAddress, name: contactName.optional(), fields: contactFields.optional() }),
        ...idempotent,
      }),
    )
    .output(one(contact)),
  updateContact: mutation('contacts')
    .route({
      ...at.patch('/extensions/contacts/{id}', 'Update a contact; `fields` are replaced as a whole'),
      ...detailed,
    })
    .input(
      z.object({
        ...ofOne,
        body: z.object({ to: chatAddress.optional(), name: contactName.optional(), fields: contactFields.optional() }),
      }),
    )
    .output(one(contact)),
  deleteContact: mutation('contacts')
    .route({ ...at.delete('/extensions/contacts/{id}', 'Delete a contact, but not its messages'), ...detailed })
    .input(z.object(ofOne))
    .output(deleted),
  createTemplate: mutation('campaigns')
    .route({ ...at.post('/extensions/templates', 'Create a template'), ...detailed })
    .input(z.object({ body: z.object(templateFields), ...idempotent }))
    .output(one(template)),
  updateTemplate: mutation('campaigns')
    .route({ ...at.patch('/extensions/templates/{id}', 'Update a template'), ...detailed })
    .input(z.object({ ...ofOne, body: z.object(templateFields).partial() }))
    .output(one(template)),
  deleteTemplate: mutation('campaigns')
    .route({ ...at.delete('/extensions/templates/{id}', 'Delete a template; campaigns keep their texts'), ...detailed })
    .input(z.object(ofOne))
    .output(deleted),
  deployBot: mutation('bots')
    .route({ ...at.post('/extensions/bots/{id}/deploy', 'Deploy the draft of a bot'), ...detailed })
    .input(
      z.object({
        ...ofOne,
        body: z
          .object({
            settings: deploymentSettings.optional().describe('Defaults to those of the last deployment.'),
            running: z.enum(['stay', 'move', 'end']).default('stay'),
          })
          .optional(),
      }),
    )
    .output(one(bot)),
  undeployBot: mutation('bots')
    .route({ ...at.post('/extensions/bots/{id}/undeploy', 'Undeploy a bot'), ...detailed })
    .input(z.object({ ...ofOne, body: z.object({ running: z.enum(['stay', 'end']).default('stay') }).optional() }))
    .output(one(bot)),
  addKnowledge: mutation('knowledge')
    .route({ ...at.post('/extensions/knowledge/{id}/texts', 'Add a text to a knowledge base'), ...detailed })
    .input(
      z.object({
        ...ofOne,
        body: z.object({ title: entryFields.title, text: entryFields.text }),
        ...idempotent,
      }),
    )
    .output(one(knowledgeText)),
  groupInvite: mutation('chats')
    .route({ ...at.post('/extensions/groups/{id}/invite', 'Invitation link of a group'), ...detailed })
    .input(z.object({ params: z.object({ id: chatAddress }) }))
    .output(one(z.object({ link: z.string() }))),
};
