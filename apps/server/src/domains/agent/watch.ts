import type { Db } from '../../platform/database/database.ts';
import { isRunning, saveProgress } from './running-reply.ts';

/**
 * A stop takes effect within this time, even if another process received it, and progress is saved this often for
 * anyone who reloads.
 */
const POLL_INTERVAL_MS = 500;

/**
 * Watches a pending reply: reports once when it was stopped or the requester lost access.
 * @returns a function that ends the watch
 */
export function watch(
  db: Db,
  messageId: string,
  soFar: () => string,
  isAdmitted: () => Promise<boolean>,
  end: (why: 'stopped' | 'revoked') => void,
): () => void {
  let isOver = false;
  let noted = '';
  const poll = async (): Promise<'stopped' | 'revoked' | null> => {
    if (!(await isAdmitted())) return 'revoked';
    const text = soFar();
    const isPending =
      text === noted ? await isRunning(db, messageId) : await saveProgress(db, messageId, { content: text });
    noted = text;
    return isPending ? null : 'stopped';
  };
  const again = () => {
    if (isOver) return;
    setTimeout(async () => {
      // A database that doesn't respond says nothing about the person's access.
      const why = isOver ? null : await poll().catch(() => null);
      if (isOver) return;
      if (why) end(why);
      else again();
    }, POLL_INTERVAL_MS).unref();
  };
  again();
  return () => {
    isOver = true;
  };
}
