import type { MessageDetail } from '@switchyard/contracts/messages/message';

/** A step in a message's delivery timeline. */
export interface Step {
  name: 'scheduled' | 'due' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | 'unknown';
  /** Null if the step happened at an unknown time or is yet to come. */
  at: string | null;
  is: 'done' | 'ahead' | 'trouble';
}

const ACKS = ['sent', 'delivered', 'read'] as const;

/** Known and upcoming steps of a message. Missing facts are reported as unknown, never omitted. */
export function timelineOf(message: MessageDetail): Step[] {
  const { status, ack, createdAt, updatedAt, dueDate, triedAt } = message;
  const scheduled: Step = { name: 'scheduled', at: createdAt, is: 'done' };
  const due: Step = { name: 'due', at: dueDate, is: status === 'pending' ? 'ahead' : 'done' };
  if (status === 'sent') {
    const times = [message.sentAt, message.deliveredAt, message.readAt];
    const way = ACKS.map((name, at): Step => ({ name, at: times[at] ?? null, is: ack > at ? 'done' : 'ahead' }));
    return [scheduled, due, ...way];
  }
  if (status === 'pending') return [scheduled, due, { name: 'sent', at: null, is: 'ahead' }];
  if (status === 'sending') return [scheduled, due, { name: 'sending', at: triedAt, is: 'done' }];
  if (status === 'cancelled') {
    // An imported message that arrived cancelled was cancelled elsewhere, so the time is unknown.
    const at = updatedAt === createdAt ? null : updatedAt;
    return [scheduled, { name: 'cancelled', at, is: 'done' }];
  }
  return [scheduled, due, { name: status, at: triedAt, is: 'trouble' }];
}
