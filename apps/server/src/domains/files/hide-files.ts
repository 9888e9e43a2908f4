import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';

type Rule = (db: Db, actor: Actor, fileId: string) => Promise<boolean>;
const rules: Rule[] = [];

/** A file is read through what it stands in: a higher domain says from whom one of its own is hidden. */
export const hideFilesBy = (rule: Rule): void => void rules.push(rule);

export async function isHidden(db: Db, actor: Actor, fileId: string): Promise<boolean> {
  for (const rule of rules) if (await rule(db, actor, fileId)) return true;
  return false;
}
