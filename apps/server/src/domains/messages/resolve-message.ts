import type { Actor } from '../../platform/actor.ts';
import { asNew } from './as-new.ts';
import { refuseUnwanted } from './by-rule.ts';
import { changeMessage, type MessageAction, type Target } from './change-message.ts';
import { changedRow, messagesChanged } from './messages.events.ts';
import { mayResolve, maySendAnew } from './messages.policy.ts';
import type { MessageRow } from './messages.present.ts';
import { scheduleMessage } from './schedule-messages.ts';

/** It waits for nothing any more. */
const settled = { inDoubt: false, holdRule: null };

/**
 * Records what a person found out about a message whose fate is not known, or has not been for long; with `again` the same goes out now as a new message, under an
 * id of its own: to WhatsApp the old one may still be the old message.
 * @throws Refusal `NOT_FOUND`, `TOO_LATE`; `INVALID` when what it carries is not there any more, or a rule sent it and its recipient wants no more
 */
export const resolveMessage: MessageAction<Target & { as: 'sent' | 'failed' | 'again' }> = async (
  { db, clock },
  actor,
  { as, ...target },
) => {
  const may = (by: Actor, row: MessageRow) =>
    as === 'again' ? maySendAnew(by, row) : mayResolve(by, row, clock.now());
  const act = { action: 'message.resolve', may, details: { as } };
  return db.transaction(async (tx) => {
    const row = await changeMessage(tx, actor, target, act, () =>
      as === 'sent'
        ? { ...settled, status: 'sent', ack: 1, sendFailureReason: null, sentAt: clock.now() }
        : { ...settled, status: 'failed', sendFailureReason: WORDS[as] },
    );
    const events = [messagesChanged(row.workspaceId, [changedRow(row)])];
    if (as !== 'again') return { result: row, events };
    await refuseUnwanted(tx, row);
    const anew = await scheduleMessage({ db: tx, clock }, actor, asNew(row));
    return { result: row, events: [...events, ...anew.events] };
  });
};

const WORDS = {
  failed: 'Settled by a person: it did not arrive.',
  again: 'Settled by a person: it did not arrive. It was sent again as a new message.',
};
