import { faultAt } from '@switchyard/contracts/text/faults';
import type { Action } from '../../platform/action.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, invalid } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { findMembership } from '../workspaces/index.ts';
import { nameOf, noticeSubject } from './change-conversation.ts';
import { conversationChanged } from './inbox.events.ts';
import { workRefusal } from './inbox.policy.ts';
import type { EntryRow } from './inbox.present.ts';
import { conversationNotes } from './inbox.schema.ts';
import { findConversation, findVisible } from './lock-conversation.ts';

/**
 * Adds a note for the team only and notifies the people mentioned.
 * @throws Refusal `INVALID` if a mentioned person is not a member or may not see the conversation
 */
export const addNote: Action<{ id: string; text: string; mentions: string[] }, EntryRow> = (
  { db },
  actor,
  { id, text, mentions },
) =>
  db.transaction(async (tx) => {
    authorize(workRefusal(actor));
    const { workspaceId } = actor;
    const { version } = await findConversation(tx, actor, id);
    const people = [...new Set(mentions)];
    for (const [place, userId] of people.entries()) {
      const membership = await findMembership(tx, userId, { workspaceId });
      const reader = membership && { userId, workspaceId, workspaceRole: membership.role, onBehalfOf: null };
      if (!reader || !(await findVisible(tx, reader, id))) throw invalid([faultAt(`mentions.${place}`, 'choice')]);
    }
    const [note] = await tx
      .insert(conversationNotes)
      .values({ conversationId: id, authorId: actor.userId, authorName: actor.fullName, text })
      .returning();
    if (!note) throw new Error('the note was not stored');
    await writeAudit(tx, actor, { action: 'conversation.note', subject: id });
    const data = { id, name: await nameOf(tx, actor, id) };
    const events: DomainEvent[] = [conversationChanged(workspaceId, { id, version })];
    for (const userId of people.filter((id) => id !== actor.userId)) {
      const subject = noticeSubject(note.id, userId);
      events.push(...(await notify(tx, { workspaceId, userId, kind: 'conversation-mentioned', subject, data })));
    }
    return {
      result: { id: note.id, kind: 'note', by: note.authorName, at: note.createdAt, details: {}, text },
      events,
    };
  });
