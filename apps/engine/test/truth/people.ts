import { removeEngineSession } from '../../../server/src/domains/engines/remove-engine-session.ts';
import { startEngine } from '../../../server/src/domains/engines/start-engine.ts';
import { stopEngine } from '../../../server/src/domains/engines/stop-engine.ts';
import { cancelMessage } from '../../../server/src/domains/messages/change/cancel-message.ts';
import { type Edit, editMessage } from '../../../server/src/domains/messages/change/edit-message.ts';
import { resolveMessage } from '../../../server/src/domains/messages/change/resolve-message.ts';
import { restoreMessage } from '../../../server/src/domains/messages/change/restore-message.ts';
import { sweepLanes } from '../../../server/src/domains/messages/lane/sweep.ts';
import { resendMessage } from '../../../server/src/domains/messages/write/resend-message.ts';
import { systemClock } from '../../../server/src/platform/action.ts';
import type { Actor } from '../../../server/src/platform/actor.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import { createLog } from '../../../server/src/platform/logging/log.ts';
import type { Platform } from '../../../server/src/platform/platform.ts';
import { Refusal } from '../../../server/src/platform/refusal.ts';

/** Actions of people and of the server's own jobs, by the code behind the web API. */
export interface People {
  /** Each returns true if it was done, false if the person was told that it is too late. */
  edit(id: string, edit: Omit<Edit, 'pastDue'>): Promise<boolean>;
  cancel(id: string): Promise<boolean>;
  restore(id: string): Promise<boolean>;
  resolve(id: string, as: 'sent' | 'failed'): Promise<boolean>;
  /** @returns the new message's id; null if the person was told that it cannot be resent */
  resend(id: string): Promise<string | null>;
  startEngine(id: string): Promise<void>;
  stopEngine(id: string): Promise<void>;
  deleteEngine(id: string): Promise<void>;
  sweep(): Promise<void>;
}

export function peopleOf(
  database: Database,
  { userId, workspaceId, nowMs }: { userId: string; workspaceId: string; nowMs: () => number },
): People {
  // Without hooks: the messages of a deleted engine go to the other one, as if its workspace had only that.
  const parts = { db: database.db, clock: { now: () => new Date(nowMs()) }, hooks: [], log: createLog('silent') };
  const actor: Actor = {
    userId,
    email: 'someone@example.test',
    fullName: 'Someone',
    role: 'user',
    workspaceId,
    workspaceRole: 'owner',
    onBehalfOf: null,
  };
  const platform = { database, events: { dispatch: () => undefined }, clock: systemClock } as unknown as Platform;
  return {
    edit: (id, edit) => unlessTooLate(editMessage(parts, actor, { id, ...edit, pastDue: 'send-now' })),
    cancel: (id) => unlessTooLate(cancelMessage(parts, actor, { id })),
    restore: (id) => unlessTooLate(restoreMessage(parts, actor, { id })),
    resolve: (id, as) => unlessTooLate(resolveMessage(parts, actor, { id, as })),
    resend: async (id) => {
      let fresh: string | null = null;
      const resent = resendMessage(parts, actor, { id, pastDue: 'send-now' }).then(({ result }) => {
        fresh = result.id;
      });
      return (await unlessTooLate(resent)) ? fresh : null;
    },
    startEngine: async (id) => void (await startEngine(parts, actor, { id })),
    stopEngine: async (id) => void (await stopEngine(parts, actor, { id })),
    deleteEngine: async (id) => void (await removeEngineSession(parts, actor, { id })),
    sweep: async () => void (await sweepLanes(platform)),
  };
}

/** `INVALID`: the message became due meanwhile and is not undone. */
const NOT_DONE: readonly string[] = ['TOO_LATE', 'NOT_FOUND', 'INVALID'];

async function unlessTooLate(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Refusal && NOT_DONE.includes(error.code)) return false;
    throw error;
  }
}
