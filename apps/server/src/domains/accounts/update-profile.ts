import type { Times } from '@switchyard/contracts/accounts/operations';
import { eq, sql } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { changeRefusal } from '../../platform/actor.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { users } from './accounts.schema.ts';

interface Profile {
  fullName?: string | undefined;
  /** A small image as a `data:` URL; null for none. */
  picture?: string | null | undefined;
  language?: string | undefined;
  /** How times are formatted. */
  times?: { [Key in keyof Times]?: Times[Key] | undefined } | undefined;
}

/** Updates the given fields of the actor's own profile. */
export const updateProfile: Action<Profile, Profile> = ({ db }, actor, { fullName, picture, language, times }) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    await tx
      .update(users)
      .set({ name: fullName, image: picture, language, ...times, updatedAt: sql`now()` })
      .where(eq(users.id, actor.userId));
    const changed = Object.entries({ fullName, picture, language, ...times }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    await writeAudit(tx, actor, { action: 'account.update', workspaceId: null, details: { changed } });
    return { result: { fullName, picture, language, times }, events: [] };
  });
