import type { BoardFilter, BoardSort } from '@switchyard/contracts/boards/operations';
import type { FEED_KINDS, FormField, ShareKind } from '@switchyard/contracts/shares/operations';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant } from '../../platform/database/columns.ts';
import { ofUser, users } from '../accounts/accounts.schema.ts';
import { boards, boardViews } from '../boards/boards.schema.ts';
import { campaignRecipients } from '../campaigns/campaigns.schema.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

/**
 * Links by which others see a board, add to it or join it. Each is looked up at every request, so a revoked one is gone
 * at the next.
 */
export const shares = pgTable(
  'shares',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    boardId: uuid()
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    kind: text().$type<ShareKind>().notNull(),
    name: text().notNull(),
    /** SHA-256 of the secret in its link, in hexadecimal. */
    tokenHash: text().notNull().unique(),
    /** The columns that are shown or asked for, in this order. */
    fields: jsonb().$type<FormField[]>().notNull().default([]),
    /** Of a table: what items must pass to be shown. */
    filters: jsonb().$type<BoardFilter[]>().notNull().default([]),
    sort: jsonb().$type<BoardSort>(),
    /** Of a form: where answers are added; a group that is gone means the first one. */
    groupId: uuid(),
    intro: text().notNull().default(''),
    thanks: text().notNull().default(''),
    redirectUrl: text(),
    /** Origins whose pages may show the form. */
    embeddedOn: text().array().notNull().default([]),
    isOnePerPerson: boolean().notNull().default(false),
    expiresAt: instant(),
    maxUses: integer(),
    /** Answers of a form, or people who joined. */
    uses: integer().notNull().default(0),
    /** Answers that look like a program's; they were put away. */
    held: integer().notNull().default(0),
    /** The minute in which answers are counted, and how many came in it. */
    minute: instant(),
    minuteUses: integer().notNull().default(0),
    revokedAt: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.boardId), index().on(table.workspaceId)],
);

const ofShare = () =>
  uuid()
    .notNull()
    .references(() => shares.id, { onDelete: 'cascade' });

/** Each answer of a form: a page that was opened is answered once, and a person once where the form says so. */
export const formAnswers = pgTable(
  'form_answers',
  {
    id: id(),
    shareId: ofShare(),
    /** SHA-256 of what the page was opened with. */
    openedHash: text().notNull(),
    /** HMAC of the number or address by which they are known; null: nobody is known by it. */
    person: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('form_answers_opened').on(table.shareId, table.openedHash),
    index('form_answers_person').on(table.shareId, table.person).where(sql`person is not null`),
  ],
);

/** A link of a form for one contact, which is used up by an answer. */
export const personalLinks = pgTable(
  'personal_links',
  {
    id: id(),
    shareId: ofShare(),
    contactId: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    /** For whose message of a campaign it was made; null: a person has made it. */
    recipientId: uuid().references(() => campaignRecipients.id, { onDelete: 'set null' }),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.shareId),
    index().on(table.contactId),
    uniqueIndex('personal_links_recipient').on(table.recipientId, table.shareId),
  ],
);

/** A secret address at which calendar programs read what is somebody's. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    userId: ofUser(),
    kind: text().$type<(typeof FEED_KINDS)[number]>().notNull(),
    viewId: uuid().references(() => boardViews.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    readAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.workspaceId, table.userId), index().on(table.userId), index().on(table.viewId)],
);
