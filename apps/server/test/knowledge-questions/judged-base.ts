import { users } from '../../src/domains/accounts/accounts.schema.ts';
import { createBase } from '../../src/domains/knowledge/change-base.ts';
import { addEntry } from '../../src/domains/knowledge/write-entry.ts';
import { ensureFirstWorkspace } from '../../src/domains/workspaces/index.ts';
import { newId } from '../../src/platform/database/columns.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { act } from '../act.ts';

/** A workspace with one knowledge base of these texts, whatever their languages. */
export async function makeJudgedBase(
  db: Db,
  texts: readonly string[],
): Promise<{ workspaceId: string; baseId: string }> {
  const userId = newId();
  await db.insert(users).values({ id: userId, name: 'Someone', email: `${userId}@example.test` });
  const { workspaceId } = await ensureFirstWorkspace(db, { id: userId, name: 'Someone' });
  const who = { userId, workspaceId };
  const { id: baseId } = await act(db, who, createBase, { name: 'All' });
  for (const [at, text] of texts.entries()) {
    await act(db, who, addEntry, { id: baseId, kind: 'text', title: `Text ${at}`, text });
  }
  return { workspaceId, baseId };
}
