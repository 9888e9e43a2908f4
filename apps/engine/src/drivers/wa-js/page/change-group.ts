import type { ChangedGroup, GroupChange } from '@switchyard/contracts/engine/commands';
import type { PageGlobals } from './wpp.ts';

/**
 * Changes a group. Runs in the page, serialised as text, so it can use nothing from this module except types. Members
 * are WhatsApp's ids. Rejects with WhatsApp Web's text if it refuses.
 */
export async function changeGroupInPage(change: GroupChange): Promise<ChangedGroup> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  const { group } = WPP;
  if (change.kind === 'create') return { chat: String((await group.create(change.subject, change.members)).gid) };
  const { chat } = change;
  switch (change.kind) {
    case 'settings': {
      const { subject, description, isAnnouncement, isLocked } = change;
      if (subject !== undefined) await group.setSubject(chat, subject);
      if (description !== undefined) await group.setDescription(chat, description);
      if (isAnnouncement !== undefined) await group.setProperty(chat, 'announcement', isAnnouncement);
      if (isLocked !== undefined) await group.setProperty(chat, 'restrict', isLocked);
      break;
    }
    case 'leave':
      await group.leave(chat);
      break;
    case 'invite':
      return { chat, inviteCode: await group.getInviteCode(chat) };
    case 'add': {
      const answers = Object.values(await group.addParticipants(chat, change.members));
      const isAdded = answers.some(({ code }) => code === 200);
      if (!isAdded) throw new Error(answers[0]?.message ?? 'WhatsApp refused the members');
      break;
    }
    case 'remove':
      await group.removeParticipants(chat, change.members);
      break;
    case 'promote':
      await group.promoteParticipants(chat, change.members);
      break;
    case 'demote':
      await group.demoteParticipants(chat, change.members);
  }
  return { chat };
}

/** Ids of the groups that both the account and this person are in. */
export async function commonGroupsOf(wid: string): Promise<string[]> {
  const { WPP } = globalThis as unknown as PageGlobals;
  if (!WPP) throw new Error('the page is not ready');
  return (await WPP.contact.getCommonGroups(wid)).map(String);
}
