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

/** A conversation between one person and the assistant in a workspace; private to that person. */
export const agentConversations = pgTable(
  'agent_conversations',
  {
    id: id(),
    ...owner,
    /**
     * The API key that started it: hidden from other keys, visible to the person. Null if the person started it or the
     * key was deleted.
     */
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
    /** What the next request is read against; null if only the reply's results matter. */
    context: jsonb().$type<ReplyContext>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('agent_messages_listing').on(table.conversationId, table.id.desc()),
    // One reply at a time, whichever tab sends the request.
    uniqueIndex('agent_messages_pending').on(table.conversationId).where(sql`state = 'pending'`),
  ],
);

/** The steps that the assistant proposed, as shown; only these arguments are ever executed, once. */
export const agentConfirmations = pgTable(
  'agent_confirmations',
  {
    id: id(),
    ...owner,
    conversationId: uuid()
      .notNull()
      .references(() => agentConversations.id, { onDelete: 'cascade' }),
    /** The reply that contains the card. */
    messageId: uuid()
      .notNull()
      .references(() => agentMessages.id, { onDelete: 'cascade' }),
    tool: text().notNull(),
    steps: jsonb().$type<Step[]>().notNull(),
    /** The planner's calls, which a correction edits; null if a language model proposed the steps. */
    calls: jsonb().$type<Call[]>(),
    state: text().$type<ConfirmationState>().notNull().default('pending'),
    outcomes: jsonb().$type<Outcome[]>().notNull().default([]),
    /** The confirmation whose outcomes this one reverts; null if it does something new. */
    undoes: uuid(),
    /** The reply that reported the outcome. */
    answerId: uuid(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('agent_confirmations_of_person').on(table.workspaceId, table.userId, table.id.desc())],
);

/** What tools may do without confirmation: per person, or for everyone if `subject` is the workspace. */
export const agentPermissions = pgTable(
  'agent_permissions',
  {
    workspaceId: owner.workspaceId,
    /** A person's id or the workspace's. */
    subject: uuid().notNull(),
    tool: text().notNull(),
    permission: text().$type<Permission>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject, table.tool] })],
);

/** A workspace's language model and its settings. */
export const agentModels = pgTable('agent_models', {
  workspaceId: uuid()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  /** Null for the instance's. */
  baseUrl: text(),
  model: text(),
  /** Embedding model for the knowledge, on the same server; null for none. */
  embeddingModel: text(),
  /** Sealed (`model-key.ts`). */
  apiKey: bytes(),
  /** Whether chat text may leave this machine and its network. */
  sendsChats: boolean().notNull().default(false),
  /**
   * The model that failed the last tool-call test (`endpointName`), or the instance's if the workspace has none; null
   * if none failed.
   */
  toolless: text(),
  /** Maximum workspace credits that one person may spend on the model per month; null for no limit. */
  creditsPerPerson: integer(),
});

/** A person's assistant preferences, in all their workspaces. */
export const agentPreferences = pgTable('agent_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Language of a model's answers (BCP 47); null for the language of the request. */
  language: text(),
});
