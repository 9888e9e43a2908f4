import { isGroupId } from '@switchyard/contracts/chats/group-id';
import type { GroupChange } from '@switchyard/contracts/engine/commands';
import type { PublicGroup } from '@switchyard/contracts/public-api/groups';
import { faultAt } from '@switchyard/contracts/text/faults';
import { type Actor, readTextsRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { changeGroup, isGroupVisible, requestGroupInfo, visibleChats } from '../chats/index.ts';
import { findGroups, type KnownGroup, listGroups } from '../engines/index.ts';
import { sightOf } from '../messages/index.ts';
import { readChatAddress, toJid } from './addresses.ts';
import { type Context, engineOf, pageAnswer, singleAnswer } from './answers.ts';
import { onceOutside } from './once.ts';
import { publicOperations as v1 } from './public-operations.ts';

/** WhatsApp says who may manage a group, but not who created it. */
export const presentMember = ({
  number,
  name,
  isAdmin,
}: {
  number: string;
  name: string | null;
  isAdmin: boolean;
}) => ({
  chatId: toJid(number),
  name: name ?? undefined,
  isAdmin,
});

/** @throws Refusal `NOT_FOUND` if no engine knows the group */
export async function requireGroup(db: Db, actor: Actor, id: string): Promise<KnownGroup> {
  const group = (await findGroups(db, actor.workspaceId, [id], null)).get(id);
  if (!group) throw new Refusal('NOT_FOUND');
  if ((await visibleChats(db, actor, group.engineId, [group.chat])).length === 0) throw new Refusal('NOT_FOUND');
  return group;
}

export async function readGroupAnswer({ db, actor, perform }: Context, id: string) {
  const group = await requireGroup(db, actor, id);
  return perform(requestGroupInfo, { id: group.engineId, chat: group.chat });
}

export const groups = {
  list: v1.groups.list.handler(async ({ context: { db, actor }, input: { query } }) => {
    const { searchToken: search, limit, skip } = query;
    const { id: engineId } = await engineOf(db, actor);
    const { rows, total } = await listGroups(db, {
      engineId,
      limit,
      skip,
      search,
      isSeen: isGroupVisible(await sightOf(db, actor)),
    });
    return pageAnswer(rows.map(presentGroup), { limit, skip }, total);
  }),
  get: v1.groups.get.handler(async ({ context, input: { params, query } }) => {
    const group = await requireGroup(context.db, context.actor, params.id);
    return singleAnswer(
      query.include?.includes('participants') ? await wholeGroup(context, group) : presentGroup(group),
    );
  }),
  create: v1.groups.create.handler(async ({ context, input: { body, headers } }) => {
    const { id } = await engineOf(context.db, context.actor);
    const change = {
      kind: 'create' as const,
      subject: body.name,
      members: await readMembers(context, 'participants', body.participants),
    };
    const request = { operation: 'groups.create', key: headers['idempotency-key'], input: { id, change } };
    const { chat } = (await context.perform(onceOutside(changeGroup), request)).answer;
    return singleAnswer(await wholeGroup(context, await requireGroup(context.db, context.actor, chat)));
  }),
  update: v1.groups.update.handler(async ({ context, input: { params, body } }) => {
    const { name: subject, settings: { description, announce, restrict, editInfoAdminsOnly = restrict } = {} } = body;
    const change = {
      ...(subject === undefined ? {} : { subject }),
      ...(description === undefined ? {} : { description }),
      ...(announce === undefined ? {} : { isAnnouncement: announce }),
      ...(editInfoAdminsOnly === undefined ? {} : { isLocked: editInfoAdminsOnly }),
    };
    if (Object.keys(change).length === 0) {
      throw invalid([{ field: 'body', message: 'Nothing to change was given.' }]);
    }
    return changeAndPresent(context, params.id, (chat) => ({ kind: 'settings', chat, ...change }));
  }),
  addMembers: v1.groups.addMembers.handler(async ({ context, input: { params, body } }) => {
    const { chatId, participants } = body;
    if ((chatId === undefined) === (participants === undefined)) throw invalid([faultAt('participants', 'missing')]);
    const members =
      chatId === undefined
        ? await readMembers(context, 'participants', participants ?? [])
        : [await readMember(context, 'chatId', chatId)];
    return changeAndPresent(context, params.id, (chat) => ({ kind: 'add', chat, members }));
  }),
  leave: v1.groups.leave.handler(async ({ context, input: { params } }) => {
    const { engineId, chat, isLeft } = await requireGroup(context.db, context.actor, params.id);
    if (!isLeft) await context.perform(changeGroup, { id: engineId, change: { kind: 'leave', chat } });
    return { status: 204 as const };
  }),
  removeMember: v1.groups.removeMember.handler(({ context, input: { params } }) => change(context, 'remove', params)),
  promoteAdmin: v1.groups.promoteAdmin.handler(({ context, input: { params } }) => change(context, 'promote', params)),
  demoteAdmin: v1.groups.demoteAdmin.handler(({ context, input: { params } }) => change(context, 'demote', params)),
};

/** Changes the group and returns its new state. */
async function changeAndPresent(context: Context, id: string, changeOf: (chat: string) => GroupChange) {
  const group = await requireGroup(context.db, context.actor, id);
  await context.perform(changeGroup, { id: group.engineId, change: changeOf(group.chat) });
  return singleAnswer(await wholeGroup(context, await requireGroup(context.db, context.actor, id)));
}

async function change(
  context: Context,
  kind: 'remove' | 'promote' | 'demote',
  { id, chatId }: { id: string; chatId: string },
) {
  const members = [await readMember(context, 'chatId', chatId)];
  return changeAndPresent(context, id, (chat) => ({ kind, chat, members }));
}

/** A person, by number or chat id. @throws Refusal `INVALID` at the field, also for a group */
async function readMember({ db, actor }: Context, field: string, given: string): Promise<string> {
  const chat = await readChatAddress(db, actor.workspaceId, field, given);
  if (isGroupId(chat)) throw invalid([faultAt(field, 'mobile', { written: given })]);
  return chat;
}

async function readMembers(context: Context, field: string, given: string[]): Promise<string[]> {
  const members = new Set<string>();
  for (const [at, address] of given.entries()) members.add(await readMember(context, `${field}.${at}`, address));
  return [...members];
}

/** A group with its members, as its engine reports now. */
async function wholeGroup({ actor, perform }: Context, group: KnownGroup): Promise<PublicGroup> {
  const info = await perform(requestGroupInfo, { id: group.engineId, chat: group.chat });
  const { members, size, description, isAnnouncement, isLocked } = info;
  const mayRead = readTextsRefusal(actor) === null;
  return {
    ...presentGroup(group),
    description: mayRead ? (description ?? undefined) : undefined,
    participantCount: size,
    announce: isAnnouncement,
    restrict: isLocked,
    participants: members.map((member) => ({ ...presentMember(member), isSuperAdmin: false })),
  };
}

export const presentGroup = ({
  chat,
  subject,
  size,
}: {
  chat: string;
  subject: string | null;
  size: number | null;
}): PublicGroup => ({
  id: chat,
  name: subject ?? undefined,
  participantCount: size ?? undefined,
});
