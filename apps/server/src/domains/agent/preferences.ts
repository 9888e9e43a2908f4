import { eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { type Actor, changeRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { agentPreferences } from './agent.schema.ts';

/**
 * A person's assistant preferences. `language`: of a model's answers (BCP 47); null for the language of the request.
 */
export interface Preferences {
  language: string | null;
}

export async function readPreferences(db: Db, { userId }: Pick<Actor, 'userId'>): Promise<Preferences> {
  const [row] = await db.select().from(agentPreferences).where(eq(agentPreferences.userId, userId));
  return { language: row?.language ?? null };
}

export const savePreferences: Action<Preferences, Preferences> = ({ db }, actor, { language }) =>
  db.transaction(async (tx) => {
    authorize(changeRefusal(actor));
    await tx
      .insert(agentPreferences)
      .values({ userId: actor.userId, language })
      .onConflictDoUpdate({ target: agentPreferences.userId, set: { language } });
    await writeAudit(tx, actor, { action: 'agent.prefer', details: { language } });
    return { result: { language }, events: [] };
  });

/** The system prompt's sentence about the language of answers. */
export function languageInstruction({ language }: Preferences): string {
  const name = language && new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
  return name ? `Answer in ${name}, whatever the person writes in.` : 'Answer in the language of the person.';
}
