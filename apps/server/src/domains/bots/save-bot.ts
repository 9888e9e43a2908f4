import type { BotFlow, FlowFault } from '@switchyard/contracts/bots/flow';
import { text } from '@switchyard/contracts/text/text';
import { eq } from 'drizzle-orm';
import type { Action } from '../../platform/action.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { botsChanged } from './bots.events.ts';
import { buildRefusal } from './bots.policy.ts';
import { lockBot } from './bots.queries.ts';
import { bots } from './bots.schema.ts';
import { kindsOf } from './flow/kinds-of.ts';
import { findDeploymentFaults } from './secrets/find-deployment-faults.ts';
import type { SecretDeps } from './secrets/save-secret.ts';
import { sealReadable } from './secrets/seal-readable.ts';

interface BotChanges {
  id: string;
  /** The revision being changed: a later save by someone else is never overwritten. */
  revision: number;
  saveId?: string | undefined;
  unanswered?: string[] | undefined;
  name?: string | undefined;
  description?: string | undefined;
  draft?: BotFlow | undefined;
}

/** Saves a bot's draft, name or description. @throws Refusal `TOO_LATE` if someone else has saved it meanwhile */
export const saveBot: Action<BotChanges, { revision: number; faults: FlowFault[] }, SecretDeps> = (
  { db, clock, secret },
  actor,
  given,
) =>
  db.transaction(async (tx) => {
    authorize(buildRefusal(actor));
    const row = await lockBot(tx, actor.workspaceId, given.id);
    const isOwn = row.lastSaveId !== null && given.unanswered?.includes(row.lastSaveId);
    if (row.revision !== given.revision && !isOwn) {
      throw new Refusal('TOO_LATE', { status: 'changed', version: row.revision }, text('savedMeanwhile'));
    }
    const { name = row.name, description = row.description } = given;
    const draft = given.draft ? await sealReadable(tx, secret, actor.workspaceId, given.draft) : row.draft;
    const revision = row.revision + 1;
    await tx
      .update(bots)
      .set({
        name,
        description,
        draft,
        nodeKinds: kindsOf(draft),
        revision,
        lastSaveId: given.saveId ?? null,
        updatedAt: clock.now(),
      })
      .where(eq(bots.id, row.id));
    await writeAudit(tx, actor, { action: 'bot.save', subject: row.id, details: { revision } });
    const faults = await findDeploymentFaults(tx, actor.workspaceId, draft);
    return { result: { revision, faults }, events: [botsChanged(actor.workspaceId)] };
  });
