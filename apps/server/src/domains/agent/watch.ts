import type { Db } from '../../platform/database/database.ts';
import { isRunning, saveProgress } from './running-reply.ts';

/**
 * Stop is felt within this, also where another process heard of it, and what was said so far is there for whoever comes
 * back.
 */
const EVERY_MS = 500;

/**
 * Looks after a reply that is being made: tells once when it was stopped, or when whoever asked may ask no more.
 * @returns what ends the watch
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
  const look = async (): Promise<'stopped' | 'revoked' | null> => {
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
      // A database that does not answer says nothing about the person.
      const why = isOver ? null : await look().catch(() => null);
      if (isOver) return;
      if (why) end(why);
      else again();
    }, EVERY_MS).unref();
  };
  again();
  return () => {
    isOver = true;
  };
}
