import { setTimeout as delay } from 'node:timers/promises';
import { cancelMessage } from '../../apps/server/src/domains/messages/change/cancel-message.ts';
import { editMessage } from '../../apps/server/src/domains/messages/change/edit-message.ts';
import { systemClock } from '../../apps/server/src/platform/action.ts';
import type { Actor } from '../../apps/server/src/platform/actor.ts';
import { isDatabaseUnavailable } from '../../apps/server/src/platform/database/is-database-unavailable.ts';
import { Refusal } from '../../apps/server/src/platform/refusal.ts';
import { seededNumbers } from './kill-plan.ts';
import type { SystemUnderTest } from './system-under-test.ts';
import type { Traffic } from './traffic.ts';

/** A person's change and its response: done, too late, or unknown because the database became unavailable. */
export interface Change {
  messageId: string;
  what: 'text' | 'recipient' | 'cancel';
  answer: 'done' | 'too late' | 'unknown';
  /** The new text or recipient. */
  to: string;
}

/**
 * People who edit, re-address and cancel messages around the time they are sent, through the server's actions. Resolves
 * when all changes are made.
 */
export async function changeMessages(
  system: SystemUnderTest,
  { workspaceId, userId, startsAtMs }: Traffic,
  { changes, trafficMs, seed }: { changes: number; trafficMs: number; seed: number },
): Promise<Change[]> {
  const random = seededNumbers(seed + 1);
  const actor: Actor = {
    userId,
    email: 'someone@example.test',
    fullName: 'Someone',
    role: 'user',
    workspaceId,
    workspaceRole: 'owner',
    onBehalfOf: null,
  };
  const done: Change[] = [];
  for (let at = 0; at < changes; at += 1) {
    const draw = random();
    const atMs = startsAtMs + ((at + random()) * trafficMs) / changes;
    await delay(Math.max(0, atMs - Date.now()));
    // A message that is due about now: a lane is about to claim it, or just has.
    const [target] = await system.query<{ id: string; body: string }>(
      `select id, body from messages where workspace_id = $1 and due_at >= now() + $2::float8 * interval '1 millisecond' order by due_at limit 1`,
      [workspaceId, random() * 600 - 200],
    );
    if (!target) continue;
    const what = draw < 0.4 ? 'text' : draw < 0.7 ? 'recipient' : 'cancel';
    const to = what === 'text' ? `${target.body} (edited ${at})` : `+44771${1_000_000 + at}`;
    const edit = what === 'text' ? { message: to } : { contactList: [{ mobile: to }] };
    const work = () =>
      system.withDb(async (db) => {
        const deps = { db, clock: systemClock };
        if (what === 'cancel') await cancelMessage(deps, actor, { id: target.id });
        else await editMessage(deps, actor, { id: target.id, ...edit, pastDue: 'send-now' });
      });
    done.push({ messageId: target.id, what, to, answer: await answerOf(work) });
  }
  return done;
}

async function answerOf(work: () => Promise<void>): Promise<Change['answer']> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_LATE') return 'too late';
    const { cause } = error as { cause?: unknown };
    if (isDatabaseUnavailable(error) || isDatabaseUnavailable(cause)) return 'unknown';
    throw error;
  }
}
