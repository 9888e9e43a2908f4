import type { ChangedGroup, GroupChange } from '@switchyard/contracts/engine/commands';
import type { WASocket } from 'baileys';
import { addressOf, jidOf } from './addresses.ts';

/** @throws Error with WhatsApp's text if it refuses, or accepts none of the members */
export async function changeGroup(socket: WASocket, change: GroupChange): Promise<ChangedGroup> {
  if (change.kind === 'create') {
    const { id } = await socket.groupCreate(change.subject, change.members.map(jidOf));
    return { chat: id };
  }
  const { chat } = change;
  switch (change.kind) {
    case 'settings': {
      const { subject, description, isAnnouncement, isLocked } = change;
      if (subject !== undefined) await socket.groupUpdateSubject(chat, subject);
      if (description !== undefined) await socket.groupUpdateDescription(chat, description);
      if (isAnnouncement !== undefined)
        await socket.groupSettingUpdate(chat, isAnnouncement ? 'announcement' : 'not_announcement');
      if (isLocked !== undefined) await socket.groupSettingUpdate(chat, isLocked ? 'locked' : 'unlocked');
      return { chat };
    }
    case 'leave':
      await socket.groupLeave(chat);
      return { chat };
    case 'invite': {
      const inviteCode = await socket.groupInviteCode(chat);
      if (!inviteCode) throw new Error('WhatsApp gave no invitation');
      return { chat, inviteCode };
    }
    default: {
      const answers = await socket.groupParticipantsUpdate(chat, change.members.map(jidOf), change.kind);
      const refused = answers.filter(({ status }) => status !== '200');
      // A partial success is visible in the group.
      if (refused.length === change.members.length) {
        const names = refused.map(({ jid, status }) => `${addressOf(jid ?? '')} (${status})`);
        throw new Error(`WhatsApp refused ${names.join(', ')}`);
      }
      return { chat };
    }
  }
}
