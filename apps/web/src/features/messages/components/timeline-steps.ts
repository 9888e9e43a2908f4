import type { MessageDetail } from '@switchyard/contracts/messages/message';

/** A step on the way of a message. */
export interface Step {
  name: 'scheduled' | 'due' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | 'unknown';
  /** When; null: it has happened and nobody knows when, or it is still to come. */
  at: string | null;
  is: 'done' | 'ahead' | 'trouble';
}

const ACKS = ['sent', 'delivered', 'read'] as const;

/**
 * The way of a message as far as it is known, and what is still to come. What is not known is told as such, never as
 * nothing.
 */
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
    // One that came with an import was cancelled elsewhere.
    const at = updatedAt === createdAt ? null : updatedAt;
    return [scheduled, { name: 'cancelled', at, is: 'done' }];
  }
  return [scheduled, due, { name: status, at: triedAt, is: 'trouble' }];
}
