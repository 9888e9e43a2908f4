import type { AgentMessage, ListTotal, Permission } from '@switchyard/contracts/agent/operations';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, instant, updatedAt } from '../../platform/database/columns.ts';
import { ofUser, users } from '../accounts/accounts.schema.ts';
import { apiKeys } from '../accounts/keys.schema.ts';
import { ofWorkspace, workspaces } from '../workspaces/workspaces.schema.ts';
import type { Call } from './planner/plan-types.ts';
import type { ReplyContext } from './reply-context.ts';
import type { ConfirmationState, Outcome, Step } from './steps.ts';

const owner = {
  workspaceId: ofWorkspace(),
  userId: ofUser(),
};

/** What one person and the assistant said to each other in a workspace; nobody else's to see. */
export const agentConversations = pgTable(
  'agent_conversations',
  {
    id: id(),
    ...owner,
    /** The key that began it: no other sees it, but the person does. Null: the person did, or the key is no more. */
    keyId: uuid().references(() => apiKeys.id, { onDelete: 'set null' }),
    title: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('agent_conversations_listing').on(table.workspaceId, table.userId, table.updatedAt.desc(), table.id),
  ],
);

export const agentMessages = pgTable(
  'agent_messages',
  {
    id: id(),
    conversationId: uuid()
      .notNull()
      .references(() => agentConversations.id, { onDelete: 'cascade' }),
    role: text().$type<AgentMessage['role']>().notNull(),
    content: text().notNull().default(''),
    toolResults: jsonb().$type<AgentMessage['toolResults']>().notNull().default({}),
    widgets: jsonb().$type<unknown[]>().notNull().default([]),
    totals: jsonb().$type<Record<string, ListTotal>>().notNull().default({}),
    state: text().$type<AgentMessage['state']>().notNull().default('done'),
    /** What the next words are read against; null: nothing but what the reply shows. */
    context: jsonb().$type<ReplyContext>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('agent_messages_listing').on(table.conversationId, table.id.desc()),
    // One reply at a time, whichever tab asks.
    uniqueIndex('agent_messages_pending').on(table.conversationId).where(sql`state = 'pending'`),
  ],
);

/** What the assistant would do, as it was shown; only these arguments are ever carried out, once. */
export const agentConfirmations = pgTable(
  'agent_confirmations',
  {
    id: id(),
    ...owner,
    conversationId: uuid()
      .notNull()
      .references(() => agentConversations.id, { onDelete: 'cascade' }),
    /** The reply that asks. */
    messageId: uuid()
      .notNull()
      .references(() => agentMessages.id, { onDelete: 'cascade' }),
    tool: text().notNull(),
    steps: jsonb().$type<Step[]>().notNull(),
    /** What the planner read, which a correction changes; null: a language model asked for it. */
    calls: jsonb().$type<Call[]>(),
    state: text().$type<ConfirmationState>().notNull().default('pending'),
    outcomes: jsonb().$type<Outcome[]>().notNull().default([]),
    /** Whose outcomes it takes back; null: it does something new. */
    undoes: uuid(),
    /** The reply that told what was done. */
    answerId: uuid(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('agent_confirmations_of_person').on(table.workspaceId, table.userId, table.id.desc())],
);

/** What tools may do without asking: of a person, or of everybody where `subject` is the workspace. */
export const agentPermissions = pgTable(
  'agent_permissions',
  {
    workspaceId: owner.workspaceId,
    /** A person's id, or the workspace's own. */
    subject: uuid().notNull(),
    tool: text().notNull(),
    permission: text().$type<Permission>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject, table.tool] })],
);

/** The language model of a workspace, and what is known of it. */
export const agentModels = pgTable('agent_models', {
  workspaceId: uuid()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** Null: that of the instance. */
  baseUrl: text(),
  model: text(),
  /** Of the same server, makes embeddings of the knowledge; null: none. */
  embeddingModel: text(),
  /** Sealed (`model-key.ts`). */
  apiKey: bytes(),
  /** Chat text may leave this machine and its network. */
  sendsChats: boolean().notNull().default(false),
  /**
   * The model that the last test found to call no tools (`nameOf`), of the instance where the workspace has none; null:
   * none was.
   */
  toolless: text(),
  /** Of the workspace's credits, so many may one person spend on the model in a month; null: as many as there are. */
  creditsPerPerson: integer(),
});

/** What a person has chosen for the assistant, in every workspace of theirs. */
export const agentPreferences = pgTable('agent_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The language that a model answers in (BCP 47); null: that of the request. */
  language: text(),
});
