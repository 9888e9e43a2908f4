import {
  addressOf,
  type ChatResult,
  type ContactResult,
  type ScheduledResult,
} from '@switchyard/contracts/agent/results';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { agentConfirmations, agentMessages } from './agent.schema.ts';
import type { CorrectableCard } from './planner/corrections.ts';
import type { Named } from './planner/lexicon.ts';
import type { ShownResults } from './planner/references.ts';
import type { OpenQuestion } from './reply-context.ts';
import { addressee } from './setting.ts';
import { isOfMessage } from './steps.ts';
import type { Turn } from './turn-scope.ts';

type ReplyRow = typeof agentMessages.$inferSelect;
type Confirmation = typeof agentConfirmations.$inferSelect;

/** A confirmation that the next request may refer to. */
export interface OpenCard extends CorrectableCard {
  id: string;
  tool: string;
  /** Whether it can still be confirmed. */
  isOpen: boolean;
  /** Whether nothing said since could refer to anything else. */
  isLast: boolean;
  /** Whether nothing was said since. */
  isNext: boolean;
}

/** The part of the conversation that the next request may refer to. */
export interface Dialogue {
  question: OpenQuestion | null;
  card: OpenCard | null;
  shown: ShownResults;
}

/** Maximum earlier replies searched for the last results shown. */
const MAX_BACK = 20;

/** Loads what a turn's request is read against. */
export async function readDialogue(db: Db, actor: Actor, { conversationId, messageId }: Turn): Promise<Dialogue> {
  const replies = await db
    .select()
    .from(agentMessages)
    .where(
      and(
        eq(agentMessages.conversationId, conversationId),
        eq(agentMessages.role, 'agent'),
        lt(agentMessages.id, messageId),
      ),
    )
    .orderBy(desc(agentMessages.id))
    .limit(MAX_BACK);
  const [confirmation] = await db
    .select()
    .from(agentConfirmations)
    .where(and(eq(agentConfirmations.conversationId, conversationId), eq(agentConfirmations.userId, actor.userId)))
    .orderBy(desc(agentConfirmations.id))
    .limit(1);
  return {
    question: replies[0]?.context?.question ?? null,
    card: confirmation ? openCard(confirmation, replies) : null,
    shown: shownIn(replies, confirmation),
  };
}

/** The confirmation that a question is about. */
export async function findCard(db: Db, actor: Actor, id: string): Promise<OpenCard | null> {
  const [row] = await db
    .select()
    .from(agentConfirmations)
    .where(and(eq(agentConfirmations.id, id), eq(agentConfirmations.userId, actor.userId)));
  return row ? openCard(row, []) : null;
}

function openCard(row: Confirmation, replies: readonly ReplyRow[]): OpenCard {
  const { id, tool, calls, steps, outcomes, state, expiresAt, answerId, messageId } = row;
  const isDone = state === 'done';
  const since = replies.filter((reply) => reply.id > (answerId ?? messageId));
  return {
    id,
    tool,
    calls: calls ?? [],
    rows: isDone
      ? outcomes
          .filter((outcome) => isOfMessage(outcome) && !outcome.isUndone)
          .map((outcome) => ({ id: outcome.id, mobile: addressOf(outcome.recipientId) }))
      : steps.flatMap((step) => (step.row ? [{ id: step.row.id, mobile: addressee(step) }] : [])),
    isDone,
    isOpen: state === 'pending' && expiresAt.getTime() > Date.now(),
    isNext: since.length === 0,
    isLast: (isDone || state === 'pending') && since.every(({ context }) => context?.leavesCard === true),
  };
}

/** The messages and people of the latest reply that shows any. */
function shownIn(replies: readonly ReplyRow[], card: Confirmation | undefined): ShownResults {
  for (const reply of replies) {
    const isOfCard = card !== undefined && (reply.id === card.messageId || reply.id === card.answerId);
    const found = isOfCard ? shownOnCard(card) : shownBy(reply);
    if (found.messages.length + found.people.length > 0) return found;
  }
  return { messages: [], people: [] };
}

function shownOnCard({ state, steps, outcomes }: Confirmation): ShownResults {
  const done = state === 'done' ? outcomes.filter(isOfMessage) : [];
  const people = steps.map((step): Named => {
    const { args, row, series } = step;
    const mobile = addressee(step);
    return toNamed(
      row?.recipientName ?? series?.recipientName ?? String(args.contactName ?? args.name ?? ''),
      mobile || String(args.mobile ?? ''),
    );
  });
  return {
    messages: state === 'done' ? done.map(({ id }) => id) : steps.flatMap(({ row }) => row?.id ?? []),
    people: unique(people),
  };
}

function shownBy({ toolResults, context }: ReplyRow): ShownResults {
  const results = toolResults as Record<string, unknown>;
  const listOf = <Row>(tool: string) => (results[tool] ?? []) as Row[];
  const messages = [...listOf<ScheduledResult>('get_scheduled_messages'), ...listOf<ScheduledResult>('why_not_sent')];
  const people = [
    ...messages.map(({ recipientName, recipientId }) => toNamed(recipientName, addressOf(recipientId))),
    ...listOf<ContactResult>('get_contacts').map(({ name, number }) => toNamed(name, number)),
    ...listOf<ChatResult>('get_chats').map(({ name, _serialized }) => toNamed(name ?? '', addressOf(_serialized))),
  ];
  return {
    messages: messages.map(({ id }) => id),
    people: people.length > 0 ? unique(people) : (context?.people ?? []),
  };
}

const toNamed = (name: string, mobile: string): Named => ({ name: name || mobile, mobile, zone: null });

const unique = (people: readonly Named[]): Named[] => [
  ...new Map(people.filter(({ mobile }) => mobile !== '').map((person) => [person.mobile, person])).values(),
];
