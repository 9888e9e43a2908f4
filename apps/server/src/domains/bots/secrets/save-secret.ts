import { faultAt } from '@switchyard/contracts/text/faults';
import type { Action, ActionDeps } from '../../../platform/action.ts';
import { newId } from '../../../platform/database/columns.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { authorize, invalid } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { buildRefusal } from '../bots.policy.ts';
import { lockBot } from '../bots.queries.ts';
import { botSecrets } from '../bots.schema.ts';
import { hostOf, secretSeal } from './secret-seal.ts';

export type SecretDeps = ActionDeps & Pick<Platform, 'secret'>;
interface SecretInput {
  id: string;
  url: string;
  value: string;
}

/**
 * Stores a secret header value, or a secret part of a URL or body, encrypted and bound to one host.
 * @throws Refusal `INVALID`
 */
export const saveSecret: Action<SecretInput, { secretId: string; host: string }, SecretDeps> = (
  { db, secret },
  actor,
  { id, url, value },
) =>
  db.transaction(async (tx) => {
    authorize(buildRefusal(actor));
    await lockBot(tx, actor.workspaceId, id);
    const host = hostOf(url);
    if (host === null) {
      throw invalid([faultAt('url', 'secretBeforeAddress')]);
    }
    // Characters that would end the header's line.
    if (/[\r\n\0]/.test(value)) throw invalid([faultAt('value', 'secretOneLine')]);
    const secretId = await storeSecret(tx, secret, { workspaceId: actor.workspaceId, host, value });
    await writeAudit(tx, actor, { action: 'bot.keep-secret', subject: id, details: { secretId, host } });
    return { result: { secretId, host }, events: [] };
  });

/** Stores a value under a new id. */
export async function storeSecret(
  tx: Db,
  secret: string,
  { workspaceId, host, value }: { workspaceId: string; host: string; value: string },
): Promise<string> {
  const id = newId();
  await tx
    .insert(botSecrets)
    .values({ id, workspaceId, host, value: secretSeal(secret).seal(value, workspaceId, host) });
  return id;
}
