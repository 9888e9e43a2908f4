import { removeEngineSession, startEngine, stopEngine } from '../../../server/src/domains/engines/change-engine.ts';
import { cancelMessage, resolveMessage } from '../../../server/src/domains/messages/change-message.ts';
import { type Edit, editMessage } from '../../../server/src/domains/messages/edit-message.ts';
import { sweepLanes } from '../../../server/src/domains/messages/lane/sweep.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import type { Platform } from '../../../server/src/platform/platform.ts';

/** What people and the server's own jobs do, by the code that does it for the web API. */
export interface People {
  /** Each: true when it was done, false when the person was told that it is too late. */
  edit(id: string, edit: Omit<Edit, 'pastDue'>): Promise<boolean>;
  cancel(id: string): Promise<boolean>;
  resolve(id: string, as: 'sent' | 'failed'): Promise<boolean>;
  startEngine(engineId: string): Promise<void>;
  stopEngine(engineId: string): Promise<void>;
  deleteEngine(engineId: string): Promise<void>;
  sweep(): Promise<void>;
}

export function peopleOf(database: Database, workspaceId: string): People {
  const platform = {
    database,
    live: { toWorkspace: () => undefined, toUser: () => undefined },
    broker: { publish: () => undefined },
  } as unknown as Platform;
  const target = (id: string) => ({ workspaceId, id });
  const engine = (engineId: string) => ({ engineId, workspaceId });
  return {
    edit: (id, edit) => unlessTooLate(editMessage(platform, target(id), { ...edit, pastDue: 'send-now' })),
    cancel: (id) => unlessTooLate(cancelMessage(platform, target(id))),
    resolve: (id, as) => unlessTooLate(resolveMessage(platform, target(id), as)),
    startEngine: async (engineId) => void (await startEngine(database.db, engine(engineId))),
    stopEngine: async (engineId) => void (await stopEngine(database.db, engine(engineId))),
    deleteEngine: async (engineId) => void (await removeEngineSession(database.db, engine(engineId))),
    sweep: async () => void (await sweepLanes(platform)),
  };
}

async function unlessTooLate(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'TOO_LATE' || code === 'NOT_FOUND') return false;
    throw error;
  }
}
