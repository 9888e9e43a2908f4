import { randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import type { Group } from '../network/model.ts';
import { jidOf } from './jids.ts';
import { node, seconds } from './nodes.ts';
import { groupNode } from './queries.ts';

/** The notices that a member's device gets when a group changes. @param before null if its account wasn't a member */
export function groupNotices(group: Group, before: Group | null, by: string): BinaryNode[] {
  const notice = (content: BinaryNode) => {
    const id = randomBytes(8).toString('hex');
    const attrs = { id, from: group.id, type: 'w:gp2', participant: jidOf(by), t: seconds(Date.now()) };
    return node('notification', attrs, [content]);
  };
  if (before === null) return [notice(node('create', {}, [groupNode(group)]))];
  const gone = before.participants.filter((participant) => !group.participants.includes(participant));
  const come = group.participants.filter((participant) => !before.participants.includes(participant));
  const raised = group.admins.filter((admin) => !before.admins.includes(admin));
  const lowered = before.admins.filter((admin) => !group.admins.includes(admin) && !gone.includes(admin));
  const named = (numbers: string[]) => numbers.map((number) => node('participant', { jid: jidOf(number) }));
  return [
    ...(group.subject === before.subject ? [] : [node('subject', { subject: group.subject })]),
    ...(group.isAnnouncement === before.isAnnouncement
      ? []
      : [node(group.isAnnouncement ? 'announcement' : 'not_announcement')]),
    ...(group.isLocked === before.isLocked ? [] : [node(group.isLocked ? 'locked' : 'unlocked')]),
    ...(raised.length > 0 ? [node('promote', {}, named(raised))] : []),
    ...(lowered.length > 0 ? [node('demote', {}, named(lowered))] : []),
    ...(come.length > 0 ? [node('add', {}, named(come))] : []),
    ...(gone.length > 0 ? [node('remove', {}, named(gone))] : []),
  ].map(notice);
}
