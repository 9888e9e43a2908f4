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
 * Links through which others see a board, add to it or join it. Each is looked up on every request, so revoking it
 * takes effect with the next one.
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
    /** The shown or requested columns, in order. */
    fields: jsonb().$type<FormField[]>().notNull().default([]),
    /** Conditions that a table's items must pass to be shown. */
    filters: jsonb().$type<BoardFilter[]>().notNull().default([]),
    sort: jsonb().$type<BoardSort>(),
    /** The group to which a form adds answers. If it was deleted, the first group. */
    groupId: uuid(),
    intro: text().notNull().default(''),
    thanks: text().notNull().default(''),
    redirectUrl: text(),
    /** Origins whose pages may show the form. */
    embeddedOn: text().array().notNull().default([]),
    isOnePerPerson: boolean().notNull().default(false),
    expiresAt: instant(),
    maxUses: integer(),
    /** Number of answers to a form, or of people who joined. */
    uses: integer().notNull().default(0),
    /** Number of held answers, which look automated. */
    held: integer().notNull().default(0),
    /** Start of the minute in which answers are counted, and their number. */
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

/** Answers to a form: each opened page is answered once, and if the form says so, each person answers once. */
export const formAnswers = pgTable(
  'form_answers',
  {
    id: id(),
    shareId: ofShare(),
    /** SHA-256 of the token with which the page was opened. */
    openedHash: text().notNull(),
    /** HMAC of the identifying number or address. Null: nothing identifies the person. */
    person: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('form_answers_opened').on(table.shareId, table.openedHash),
    index('form_answers_person').on(table.shareId, table.person).where(sql`person is not null`),
  ],
);

/** A form link for one contact, good for one answer. */
export const personalLinks = pgTable(
  'personal_links',
  {
    id: id(),
    shareId: ofShare(),
    contactId: uuid()
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    /** The campaign recipient it was made for. Null: a person made it. */
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

/** A secret address from which calendar programs read a person's entries. */
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
