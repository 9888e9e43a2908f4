import type { BotFlow } from '@switchyard/contracts/bots/flow';
import type { BotTemplate } from '@switchyard/contracts/bots/operations';
import type { Action } from '../../platform/action.ts';
import { authorize } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { botsChanged } from './bots.events.ts';
import { buildRefusal } from './bots.policy.ts';
import type { BotRow } from './bots.queries.ts';
import { bots } from './bots.schema.ts';
import { kindsOf } from './flow/kinds-of.ts';
import { templateFlow } from './flow/templates.ts';
import type { SecretDeps } from './secrets/save-secret.ts';
import { sealReadable } from './secrets/seal-readable.ts';

interface NewBot {
  name: string;
  description: string;
  template: BotTemplate;
  flow?: BotFlow | undefined;
}

/** Creates a bot as a draft. */
export const createBot: Action<NewBot, BotRow, SecretDeps> = (
  { db, secret },
  actor,
  { name, description, template, flow },
) =>
  db.transaction(async (tx) => {
    authorize(buildRefusal(actor));
    const { userId: ownerId, workspaceId } = actor;
    const draft = flow ? await sealReadable(tx, secret, workspaceId, flow) : templateFlow(template);
    const values = { workspaceId, ownerId, name, description, draft, nodeKinds: kindsOf(draft) };
    const [row] = await tx.insert(bots).values(values).returning();
    if (!row) throw new Error('the bot was not stored');
    await writeAudit(tx, actor, { action: 'bot.create', subject: row.id, details: { template } });
    return { result: row, events: [botsChanged(workspaceId)] };
  });
