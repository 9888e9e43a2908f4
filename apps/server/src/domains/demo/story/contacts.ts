import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import {
  bulkListContacts,
  bulkLists,
  contactFields,
  contactLabels,
  contacts,
  labels,
} from '../../contacts/contacts.schema.ts';
import { suppressions } from '../../suppression/suppression.schema.ts';
import { EARLIER, LISTS, PATIENTS } from './cast.ts';
import { type ContactRow, contactNamed, MINUTES_A_DAY, minutesBefore, type Story } from './story.ts';

const CONSENT_TEXT = 'Yes, you may write to me about my appointments and treatment.';
const OPT_OUTS = [
  { name: 'Jonah Price', cause: 'stop-word', words: 'STOP', days: 21 },
  { name: 'Freya Olsen', cause: 'link', words: '', days: 14 },
  { name: 'Victor Hale', cause: 'person', words: 'No offers, please', days: 6 },
] as const;

/** Creates the address book: the cast with their details. @returns contacts by name */
export async function createDemoContacts(db: Db, workspaceId: string, now: Date): Promise<Map<string, ContactRow>> {
  const consentOf = (source: string | null, days: number) =>
    source === null
      ? {}
      : { consentAt: minutesBefore(now, days * MINUTES_A_DAY), consentSource: source, consentText: CONSENT_TEXT };
  await db.insert(contacts).values(
    PATIENTS.map(({ labels: _, consent, ...patient }, at) => ({
      ...patient,
      workspaceId,
      ...consentOf(consent, 40 + at),
    })),
  );
  for (const [name, { fields = {}, consent = 'Reception' }] of Object.entries(EARLIER)) {
    await db
      .update(contacts)
      .set({ fields, ...consentOf(consent, 90) })
      .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.name, name)));
  }
  const rows = await db.select().from(contacts).where(eq(contacts.workspaceId, workspaceId));
  const keys = new Set(rows.flatMap(({ fields }) => Object.keys(fields)));
  await db
    .insert(contactFields)
    .values([...keys].map((key) => ({ workspaceId, key, name: `${key.charAt(0).toUpperCase()}${key.slice(1)}` })));
  return new Map(rows.map((row) => [row.name, row]));
}

/** Creates labels, lists and opt-outs. @returns label ids by name */
export async function createDemoLabels(story: Story): Promise<Map<string, string>> {
  const { workspaceId, now } = story;
  const { db } = story.deps;
  const wearers = [
    ...PATIENTS.map(({ name, labels: names }) => ({ name, names })),
    ...Object.entries(EARLIER).map(([name, { labels: text }]) => ({
      name,
      names: text === '' ? [] : text.split(', '),
    })),
  ];
  const names = [...new Set(wearers.flatMap((wearer) => wearer.names))];
  const createdLabels = await db
    .insert(labels)
    .values(names.map((name) => ({ workspaceId, name })))
    .returning();
  const ids = new Map(createdLabels.map(({ id, name }) => [name, id]));
  await db
    .insert(contactLabels)
    .values(
      wearers.flatMap(({ name, names: worn }) =>
        worn.map((label) => ({ contactId: contactNamed(story, name).id, collectionId: ids.get(label) ?? '' })),
      ),
    );
  for (const [name, members] of Object.entries(LISTS)) {
    const [list] = await db.insert(bulkLists).values({ workspaceId, name }).returning();
    const collectionId = list?.id ?? '';
    await db
      .insert(bulkListContacts)
      .values(members.map((member) => ({ contactId: contactNamed(story, member).id, collectionId })));
  }
  await db.insert(suppressions).values(
    OPT_OUTS.map(({ name, cause, words, days }) => ({
      workspaceId,
      mobile: contactNamed(story, name).mobile,
      cause,
      words,
      createdAt: minutesBefore(now, days * MINUTES_A_DAY),
    })),
  );
  return ids;
}
