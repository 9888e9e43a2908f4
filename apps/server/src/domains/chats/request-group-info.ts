import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { GroupInfo } from '@switchyard/contracts/chats/operations';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Action, ActionDeps } from '../../platform/action.ts';
import type { Broker } from '../../platform/mqtt/broker.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findContactsByMobiles } from '../contacts/index.ts';
import { chatFacts } from '../engines/chat-facts.schema.ts';
import { commandEngine } from '../engines/index.ts';
import { readGroupsRefusal } from './chats.policy.ts';
import { requireVisible } from './sight.ts';

/** Engine responses are validated like any external input. */
const groupInfo = z.object({
  subject: z.string().nullable().default(null),
  description: z.string().nullable().default(null),
  /** Older engines report every member, or cannot report the size. */
  size: z.number().int().optional(),
  isAnnouncement: z.boolean().optional(),
  isLocked: z.boolean().optional(),
  members: z.array(z.object({ number: z.string(), isAdmin: z.boolean() })).default([]),
});

/** The current members of a group, with known names. @throws Refusal `NOT_FOUND`, `ENGINE_AWAY`, `ENGINE_REFUSED` */
export const requestGroupInfo: Action<
  { id: string; chat: string },
  GroupInfo,
  ActionDeps & { broker: Broker }
> = async (deps, actor, { id, chat }) => {
  if (!isGroupId(chat)) throw new Refusal('NOT_FOUND');
  await requireVisible(deps.db, actor, id, chat);
  const request = { name: 'group-info' as const, chat };
  const { data } = await commandEngine(deps, actor, id, request, { may: readGroupsRefusal, isRead: true });
  const parsed = groupInfo.safeParse(data);
  if (!parsed.success) throw new Refusal('ENGINE_REFUSED');
  const { members, size = members.length, ...info } = parsed.data;
  const numbers = members.map(({ number }) => number);
  const contacts = await findContactsByMobiles(deps.db, actor.workspaceId, numbers);
  const facts = await deps.db
    .select({ number: chatFacts.chat, pushName: chatFacts.pushName })
    .from(chatFacts)
    .where(and(eq(chatFacts.engineId, id), inArray(chatFacts.chat, numbers)));
  const pushNames = new Map(facts.map(({ number, pushName }) => [number, pushName]));
  const namedMembers = members.map((member) => ({
    ...member,
    name: contacts.get(member.number)?.name ?? pushNames.get(member.number) ?? null,
  }));
  return { result: { ...info, size, members: namedMembers }, events: [] };
};
