import type { MessageDetail } from '@switchyard/contracts/messages/message';

/** A step in a message's delivery timeline. */
export interface Step {
  name: 'scheduled' | 'due' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled' | 'unknown';
  /** Null if the step happened at an unknown time or is yet to come. */
  at: string | null;
  state: 'done' | 'ahead' | 'trouble';
}

const ACKS = ['sent', 'delivered', 'read'] as const;

/** Known and upcoming steps of a message. Missing facts are reported as unknown, never omitted. */
export function timelineOf(message: MessageDetail): Step[] {
  const { status, ack, createdAt, updatedAt, dueDate, triedAt } = message;
  const scheduled: Step = { name: 'scheduled', at: createdAt, state: 'done' };
  const due: Step = { name: 'due', at: dueDate, state: status === 'pending' ? 'ahead' : 'done' };
  if (status === 'sent') {
    const times = [message.sentAt, message.deliveredAt, message.readAt];
    const steps = ACKS.map(
      (name, index): Step => ({ name, at: times[index] ?? null, state: ack > index ? 'done' : 'ahead' }),
    );
    return [scheduled, due, ...steps];
  }
  if (status === 'pending') return [scheduled, due, { name: 'sent', at: null, state: 'ahead' }];
  if (status === 'sending') return [scheduled, due, { name: 'sending', at: triedAt, state: 'done' }];
  if (status === 'cancelled') {
    // An imported message that arrived cancelled was cancelled elsewhere, so the time is unknown.
    const at = updatedAt === createdAt ? null : updatedAt;
    return [scheduled, { name: 'cancelled', at, state: 'done' }];
  }
  return [scheduled, due, { name: status, at: triedAt, state: 'trouble' }];
}
