import type { BulkAct } from '@switchyard/contracts/inbox/operations';
import type { Action, ActionDeps, Outcome } from '../../platform/action.ts';
import type { Actor } from '../../platform/actor.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import {
  assignConversation,
  assignTeam,
  type Change,
  prioritizeConversation,
  reopenConversation,
  resolveConversation,
  snoozeConversation,
} from './change-conversation.ts';
import { workRefusal } from './inbox.policy.ts';
import { findConversation } from './lock-conversation.ts';

interface BulkResult {
  changed: string[];
  unchanged: string[];
}

/**
 * Applies the same change to several conversations, each in its current version and its own transaction. Skips those
 * that are deleted or whose status does not allow it.
 * @throws Refusal `INVALID` if none of them could be changed
 */
export const changeInBulk: Action<{ ids: string[]; act: BulkAct }, BulkResult> = async (deps, actor, { ids, act }) => {
  authorize(workRefusal(actor));
  const result: BulkResult = { changed: [], unchanged: [] };
  const events: DomainEvent[] = [];
  for (const id of new Set(ids)) {
    try {
      const { version } = await findConversation(deps.db, actor, id);
      events.push(...(await changeOne(deps, actor, { id, version }, act)).events);
      result.changed.push(id);
    } catch (refused) {
      if (!(refused instanceof Refusal) || !['NOT_FOUND', 'TOO_LATE'].includes(refused.code)) throw refused;
      result.unchanged.push(id);
    }
  }
  return { result, events };
};

function changeOne(deps: ActionDeps, actor: Actor, of: Change, act: BulkAct): Promise<Outcome<unknown>> {
  switch (act.kind) {
    case 'assign':
      return assignConversation(deps, actor, { ...of, userId: act.userId });
    case 'assignTeam':
      return assignTeam(deps, actor, { ...of, teamId: act.teamId });
    case 'prioritize':
      return prioritizeConversation(deps, actor, { ...of, priority: act.priority });
    case 'snooze':
      return snoozeConversation(deps, actor, { ...of, ...act });
    case 'resolve':
      return resolveConversation(deps, actor, of);
    case 'reopen':
      return reopenConversation(deps, actor, of);
  }
}
