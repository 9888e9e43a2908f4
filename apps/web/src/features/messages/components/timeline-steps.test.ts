import type { MessageDetail } from '@switchyard/contracts/messages/message';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../test-messages.ts';
import { timelineOf } from './timeline-steps.ts';

const at = (minute: number) => `2026-11-16T09:0${minute}:00.000Z`;
const steps = (of: Partial<MessageDetail>) =>
  timelineOf({
    ...aMessage({ createdAt: at(0), dueDate: at(1) }),
    holds: [],
    triedAt: null,
    retriedAs: null,
    recipientZone: null,
    asQuote: null,
    series: null,
    ...of,
  })
    .slice(1)
    .map((step) => [step.name, step.state, step.at]);

describe('the delivery timeline', () => {
  it('shows past steps with their times, and the steps to come', () => {
    expect(steps({ status: 'pending' })).toEqual([
      ['due', 'ahead', at(1)],
      ['sent', 'ahead', null],
    ]);
    expect(steps({ status: 'sent', ack: 2, sentAt: at(2), deliveredAt: at(3) })).toEqual([
      ['due', 'done', at(1)],
      ['sent', 'done', at(2)],
      ['delivered', 'done', at(3)],
      ['read', 'ahead', null],
    ]);
  });

  it('shows steps without a time as unknown: a read message was also delivered at some point', () => {
    expect(steps({ status: 'sent', ack: 3, sentAt: null, readAt: at(4) }).slice(1)).toEqual([
      ['sent', 'done', null],
      ['delivered', 'done', null],
      ['read', 'done', at(4)],
    ]);
    expect(steps({ status: 'unknown', triedAt: at(2) }).at(-1)).toEqual(['unknown', 'trouble', at(2)]);
    expect(steps({ status: 'failed' }).at(-1)).toEqual(['failed', 'trouble', null]);
  });

  it('ends at a cancellation, whose time is unknown for an imported message', () => {
    expect(steps({ status: 'cancelled', updatedAt: at(5) })).toEqual([['cancelled', 'done', at(5)]]);
    expect(steps({ status: 'cancelled', updatedAt: at(0) })).toEqual([['cancelled', 'done', null]]);
  });
});
