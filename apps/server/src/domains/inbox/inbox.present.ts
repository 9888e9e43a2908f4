import type { ReceivedKind } from '@switchyard/contracts/engine/protocol';
import type { Conversation, QuickReply, TimelineEntry } from '@switchyard/contracts/inbox/operations';
import type { Actor } from '../../platform/actor.ts';
import { redactText } from '../../platform/hidden-text.ts';
import type { EventDetails, quickReplies } from './inbox.schema.ts';

/** A conversation as returned by a statement: times may be text. */
export interface ConversationRow extends Record<string, unknown> {
  id: string;
  engine_id: string;
  chat: string;
  name: string | null;
  last_at: Date | string;
  last_kind: ReceivedKind;
  preview: string;
  is_last_ours: boolean;
  waiting_since: Date | string | null;
  due: Date | string | null;
  status: Conversation['status'];
  assignee_id: string | null;
  assignee_name: string | null;
  team_id: string | null;
  team_name: string | null;
  priority: Conversation['priority'];
  labels: string[];
  snoozed_until: Date | string | null;
  wakes_on_reply: boolean;
  rating: number | null;
  last_in_id: string | null;
  is_unread: boolean;
  merged_into: string | null;
  merged_chats: number;
  is_deleted: boolean;
  /** The last message's edited text; null if it was not edited. */
  edited: string | null;
  version: number;
}

const iso = (at: Date | string): string => new Date(at).toISOString();
const isoOrNull = (at: Date | string | null): string | null => (at === null ? null : iso(at));
const MAX_SHOWN = 200;

export const presentConversation = (actor: Pick<Actor, 'onBehalfOf'>, row: ConversationRow): Conversation => ({
  _id: row.id,
  engineId: row.engine_id,
  chat: row.chat,
  name: row.name,
  latest: {
    fromMe: row.is_last_ours,
    kind: row.last_kind,
    text: row.is_deleted ? '' : redactText(actor, (row.edited ?? row.preview).slice(0, MAX_SHOWN)),
    at: iso(row.last_at),
  },
  waitingSince: isoOrNull(row.waiting_since),
  dueAt: isoOrNull(row.due),
  status: row.status,
  assignee: row.assignee_id === null ? null : { userId: row.assignee_id, name: row.assignee_name ?? '' },
  team: row.team_id === null ? null : { teamId: row.team_id, name: row.team_name ?? '' },
  priority: row.priority,
  labels: row.labels,
  snoozedUntil: isoOrNull(row.snoozed_until),
  rating: row.rating,
  wakesOnReply: row.wakes_on_reply,
  lastReceivedId: row.last_in_id,
  isUnread: row.is_unread,
  rowId: row.merged_into ?? row.id,
  mergedChats: row.merged_chats,
  version: row.version,
});

export interface EntryRow extends Record<string, unknown> {
  id: string;
  kind: TimelineEntry['kind'];
  by: string | null;
  at: Date | string;
  details: EventDetails;
  text: string;
}

export const presentEntry = (
  actor: Pick<Actor, 'onBehalfOf'>,
  { id, kind, by, at, details, text }: EntryRow,
): TimelineEntry => ({
  _id: id,
  kind,
  by,
  at: iso(at),
  text: redactText(actor, details.text ?? text),
  answers: (details.answers ?? []).map(({ name, value }) => ({ name, value: redactText(actor, value) })),
  name: details.name ?? null,
  until: details.until ?? null,
});

export const presentQuickReply = (
  actor: Pick<Actor, 'onBehalfOf' | 'userId'>,
  row: typeof quickReplies.$inferSelect,
): QuickReply => ({
  _id: row.id,
  title: row.title,
  text: redactText(actor, row.text),
  isShared: row.isShared,
  isMine: row.ownerId === actor.userId,
});
