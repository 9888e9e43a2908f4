import type { AudienceDefinition, CampaignState } from '@switchyard/contracts/campaigns/operations';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { textValue } from '../../platform/database/text-value.ts';
import { users } from '../accounts/accounts.schema.ts';
import { contacts } from '../contacts/contacts.schema.ts';
import { engines } from '../engines/engines.schema.ts';
import { ofWorkspace } from '../workspaces/workspaces.schema.ts';

export const audiences = pgTable(
  'audiences',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    definition: jsonb().$type<AudienceDefinition>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.workspaceId, table.name)],
);

export const campaignTemplates = pgTable(
  'campaign_templates',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    name: text().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index().on(table.workspaceId, table.name)],
);

/**
 * A campaign (docs/mechanisms/campaigns.md). Advancing it requires the row's lock. Invariant: each recipient is in
 * exactly one state, so the counts of all states add up to the recipients.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    audience: jsonb().$type<AudienceDefinition>().notNull(),
    variants: jsonb().$type<string[]>().notNull(),
    engineIds: jsonb().$type<string[]>().notNull(),
    startAt: instant().notNull(),
    /** Hours `HH:mm` in each contact's zone; both null: any time. */
    windowFrom: text(),
    windowTo: text(),
    perMinute: integer(),
    state: text().$type<CampaignState>().notNull().default('running'),
    pausedBecause: textValue(),
    /** The browser's key of the launch: a repeated call finds the campaign of the first. */
    launchKey: uuid().notNull(),
    /** Contacts up to this id have been added. Null: none has. */
    expandedTo: uuid(),
    isExpanded: boolean().notNull().default(false),
    /** Credits reserved until its recipients are counted. Null: its cost is in the ledger. */
    reservedCredits: integer(),
    /** When the campaign's own speed allows the next message. */
    nextDueAt: instant(),
    /** Outcomes before this no longer count as failures: it was resumed since. */
    judgedFrom: instant().notNull().defaultNow(),
    /** When the outcomes were last compared with all messages. */
    comparedAt: instant(),
    finishedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('campaigns_launch').on(table.workspaceId, table.launchKey),
    index('campaigns_listing').on(table.workspaceId, table.createdAt.desc()),
    index('campaigns_open').on(table.id).where(sql`finished_at is null`),
  ],
);

/** A recipient's final outcome; null while waiting or in a lane. */
export type Outcome = 'sent' | 'failed' | 'skipped' | 'cancelled' | 'unknown';

export const campaignRecipients = pgTable(
  'campaign_recipients',
  {
    id: id(),
    workspaceId: ofWorkspace(),
    campaignId: uuid()
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    contactId: uuid().references(() => contacts.id, { onDelete: 'set null' }),
    mobile: text().notNull(),
    name: text().notNull(),
    /** Values for the text's variables, as of the launch. */
    variables: jsonb().$type<Record<string, string>>().notNull(),
    variant: smallint().notNull(),
    /** Not sent before this. */
    dueAt: instant().notNull(),
    outcome: text().$type<Outcome>(),
    outcomeAt: instant(),
    reason: textValue(),
    /** The message in a lane, or the one that settled it. Null: none was made. */
    messageId: uuid(),
    /** The failed message that the next one retries. Null: none failed, or nobody requested a retry. */
    retryOf: uuid(),
    engineId: uuid().references(() => engines.id, { onDelete: 'set null' }),
    ack: smallint().notNull().default(0),
  },
  (table) => [
    uniqueIndex('campaign_recipients_number').on(table.campaignId, table.mobile),
    index('campaign_recipients_waiting')
      .on(table.campaignId, table.dueAt, table.id)
      .where(sql`outcome is null and message_id is null`),
    index('campaign_recipients_under_way').on(table.campaignId).where(sql`outcome is null and message_id is not null`),
    index('campaign_recipients_outcomes').on(table.campaignId, table.outcomeAt.desc()).where(sql`outcome is not null`),
    index('campaign_recipients_lately')
      .on(table.workspaceId, table.mobile, table.outcomeAt)
      .where(sql`outcome is null or outcome = 'sent'`),
    index('campaign_recipients_contact').on(table.contactId).where(sql`contact_id is not null`),
  ],
);
