import { type ContactResult, whatsAppIdOf } from '@switchyard/contracts/agent/results';
import { entityId, lineOfText } from '@switchyard/contracts/entity';
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import type { Tool } from '../../platform/platform.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { pageAt, readTool, tool, type UndoCall } from '../../platform/tool.ts';
import { chatFacts } from '../engines/chat-facts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { labelActions } from './collections.ts';
import { presentContact } from './contacts.present.ts';
import { type ContactRow, findContact, findContactsByMobiles, listContacts } from './contacts.queries.ts';
import { labelIdsNamed } from './find-named.ts';
import { labelsOf } from './labels-of.ts';
import { labelSelected, removeContacts } from './set-list-membership.ts';
import { createContact } from './write-contact.ts';

/** Contact tools for programs. */
export const contactTools: readonly Tool[] = [
  readTool({
    name: 'get_contacts',
    title: 'Find contacts',
    description: 'Contacts of the workspace by name, paged; `total` is the number of matches.',
    scope: 'contacts',
    input: z.object({
      search: z.string().max(200).optional().describe('Part of the name or number.'),
      label: lineOfText(120).optional().describe('Only contacts with this label.'),
      limit: z.int().min(0).max(200).default(20),
      skip: z.int().min(0).default(0),
    }),
    async read({ db }, { workspaceId }, { search, label, ...page }) {
      const [labelId] = label === undefined ? [] : await labelIdsNamed(db, workspaceId, [label]);
      const { rows, total } = await listContacts(db, workspaceId, { ...page, search, labelId, sort: 'name' });
      return {
        data: await presentContacts(db, workspaceId, rows),
        total,
        page: pageAt('/contacts', { search, labelId }),
      };
    },
  }),

  tool({
    name: 'create_contact',
    title: 'Add a contact',
    description: 'Adds a person to the address book. Refused with INVALID if the number is already taken.',
    effect: 'change',
    scope: 'contacts',
    input: z.object({
      name: lineOfText(256).describe('Their name.'),
      mobile: z.string().max(32).describe('With country code, such as +447700900123.'),
    }),
    async run(deps, actor, input) {
      const { result, events } = await createContact(deps, actor, {
        ...input,
        firstName: '',
        lastName: '',
        fields: {},
        consent: null,
      });
      const contact = presentContact(actor, result);
      const undo: UndoCall = {
        tool: 'remove_contact',
        args: { id: contact._id, name: contact.name, updatedAt: contact.updatedAt },
        name: contact.name,
      };
      return { result: { ...contact, undo }, events };
    },
  }),

  tool({
    name: 'remove_contact',
    title: 'Remove a contact',
    description:
      'Removes a contact from the address book if it has not changed since `updatedAt`; messages to them stay.',
    effect: 'change',
    scope: 'contacts',
    input: z.object({
      id: entityId,
      name: z.string().max(256).describe('Their name, shown in the confirmation; refused if it differs.'),
      updatedAt: z.iso.datetime().describe('The contact’s `updatedAt`, as returned by create_contact.'),
    }),
    async run(deps, actor, { id, name, updatedAt }) {
      const found = await findContact(deps.db, actor.workspaceId, id);
      if (!found) throw new Refusal('NOT_FOUND');
      if (found.name !== name) throw invalid([{ field: 'name', message: 'The contact has another name.' }]);
      if (found.updatedAt.toISOString() !== updatedAt)
        throw invalid([{ field: 'updatedAt', message: 'The contact has been changed since.' }]);
      const { events } = await removeContacts(deps, actor, { selection: { ids: [id] } });
      return { result: { _id: id }, events };
    },
  }),

  readTool({
    name: 'get_labels',
    title: 'Show labels',
    description: 'Labels of the address book by name, with their number of contacts.',
    scope: 'contacts',
    input: z.object({ limit: z.int().min(0).max(200).default(50), skip: z.int().min(0).default(0) }),
    async read({ db }, { workspaceId }, page) {
      const { data, total } = await labelActions.list(db, workspaceId, { ...page, sort: 'name' });
      return {
        data: data.map(({ id, name, contacts }) => ({ _id: id, name, contacts })),
        total,
        page: pageAt('/contacts'),
      };
    },
  }),

  tool({
    name: 'label_contacts',
    title: 'Label contacts',
    description:
      'Adds a label to contacts, or removes it; creates the label on first use. Numbers that are not contacts are refused.',
    effect: 'change',
    scope: 'contacts',
    input: z.object({
      label: lineOfText(120).describe('Its name.'),
      mobiles: z.array(z.string().max(32)).min(1).max(200).describe('Numbers (E.164) from get_contacts.'),
      on: z.boolean().default(true).describe('False removes it.'),
    }),
    async run(deps, actor, { label, mobiles, on }) {
      const known = await findContactsByMobiles(deps.db, actor.workspaceId, mobiles);
      const stranger = mobiles.find((mobile) => !known.has(mobile));
      if (stranger) throw invalid([{ field: 'mobiles', message: `${stranger} is no contact’s number.` }]);
      const chosen = [...known.values()];
      const before = await labelsOf(
        deps.db,
        chosen.map(({ id }) => id),
      );
      const has = (id: string) =>
        (before.get(id) ?? []).some(({ name }) => name.toLowerCase() === label.trim().toLowerCase());
      const { result, events } = await labelSelected(deps, actor, {
        label,
        on,
        selection: { ids: chosen.map(({ id }) => id) },
      });
      // Contacts that already have the label keep it.
      const others = chosen.filter(({ id }) => has(id) !== on).map(({ mobile }) => mobile);
      const undo: UndoCall = { tool: 'label_contacts', args: { label, mobiles: others, on: !on }, name: label };
      return { result: { ...result, ...(others.length > 0 ? { undo } : {}) }, events };
    },
  }),
];

/** Contacts with what engines know of them from WhatsApp. */
async function presentContacts(db: Db, workspaceId: string, rows: readonly ContactRow[]): Promise<ContactResult[]> {
  const numbers = rows.map((row) => row.mobile);
  const facts =
    numbers.length === 0
      ? []
      : await db
          .select({ chat: chatFacts.chat, pushName: sql<string | null>`max(${chatFacts.pushName})` })
          .from(chatFacts)
          .innerJoin(engines, sql`${engines.id} = ${chatFacts.engineId} and ${engines.workspaceId} = ${workspaceId}`)
          .where(inArray(chatFacts.chat, numbers))
          .groupBy(chatFacts.chat);
  const known = new Map(facts.map(({ chat, pushName }) => [chat, pushName]));
  return rows.map((row) => ({
    id: { _serialized: whatsAppIdOf(row.mobile) },
    name: row.name,
    pushname: known.get(row.mobile) ?? null,
    shortName: row.firstName || (row.name.split(/\s+/)[0] ?? row.name),
    number: row.mobile,
    isGroup: false,
    isUser: true,
    isWAContact: known.has(row.mobile) ? true : null,
  }));
}
