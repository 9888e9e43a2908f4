import type { Permission } from '@switchyard/contracts/agent/operations';
import { and, eq, inArray } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { type Actor, changeRefusal, keyRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform, Tool } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { agentPermissions } from './agent.schema.ts';

/** What a tool may do for a person without asking. */
export interface Permitted {
  permission: Permission;
  isLocked: boolean;
}

/** Why a tool that is off for somebody is not called. */
export const switchedOff = ({ key }: Pick<Actor, 'key'>): string =>
  key
    ? 'This key isn’t allowed to do that, or it has been switched off for the assistant.'
    : 'You, or an admin of your workspace, have switched that off for the assistant. It can be switched on in its settings.';

/** Owners and admins of a workspace decide for everybody in it. */
export const lockRefusal = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);

/**
 * How each tool stands for whoever acts: what their key is not good for is off; what the workspace has locked outranks
 * what they chose; what reads is allowed unless they say otherwise.
 */
export async function permissionsOf(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'userId' | 'key'>,
): Promise<(tool: Tool) => Permitted> {
  const { workspaceId, userId } = actor;
  const rows = await db
    .select()
    .from(agentPermissions)
    .where(
      and(eq(agentPermissions.workspaceId, workspaceId), inArray(agentPermissions.subject, [workspaceId, userId])),
    );
  const chosen = (subject: string, tool: string) =>
    rows.find((row) => row.subject === subject && row.tool === tool)?.permission;
  return (tool) => {
    if (keyRefusal(actor, tool)) return { permission: 'off', isLocked: true };
    const { name, effect } = tool;
    const locked = chosen(workspaceId, name);
    return {
      permission: locked ?? chosen(userId, name) ?? (effect === 'read' ? 'allow' : 'ask'),
      isLocked: locked !== undefined,
    };
  };
}

/** What steps may do without asking: of several tools the strictest. */
export function strictest(
  tools: ReadonlyMap<string, Tool>,
  permitted: (tool: Tool) => Permitted,
  steps: readonly { tool: string }[],
): Permission {
  const given = steps.map(({ tool: name }) => {
    const tool = tools.get(name);
    return tool ? permitted(tool).permission : 'off';
  });
  return given.includes('off') ? 'off' : given.every((one) => one === 'allow') ? 'allow' : 'ask';
}

type Permits = { name: string; permission: Permission | null; isForAll: boolean };

/** Says what a tool may do without asking. @throws Refusal `NOT_FOUND` for no tool, `FORBIDDEN` */
export const permitTool: Action<Permits, { name: string }, ActionDeps & Pick<Platform, 'tools'>> = (
  { db, tools },
  actor,
  { name, permission, isForAll },
) =>
  db.transaction(async (tx) => {
    authorize(isForAll ? lockRefusal(actor) : changeRefusal(actor));
    if (!tools.has(name)) throw new Refusal('NOT_FOUND');
    const subject = isForAll ? actor.workspaceId : actor.userId;
    const key = { workspaceId: actor.workspaceId, subject, tool: name };
    await tx
      .delete(agentPermissions)
      .where(
        and(
          eq(agentPermissions.workspaceId, key.workspaceId),
          eq(agentPermissions.subject, subject),
          eq(agentPermissions.tool, name),
        ),
      );
    if (permission !== null) await tx.insert(agentPermissions).values({ ...key, permission });
    await writeAudit(tx, actor, { action: 'agent.permit', subject: name, details: { permission, isForAll } });
    return { result: { name }, events: [] };
  });
