import type { Permission } from '@switchyard/contracts/agent/operations';
import { and, eq, inArray } from 'drizzle-orm';
import type { Action, ActionDeps } from '../../platform/action.ts';
import { type Actor, changeRefusal, keyRefusal } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform, Tool } from '../../platform/platform.ts';
import { authorize, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { agentPermissions } from './agent.schema.ts';

/** What a tool may do for a person without confirmation. */
export interface ToolPermission {
  permission: Permission;
  isLocked: boolean;
}

/** The reason shown for a tool that is off for the actor. */
export const toolOffReason = ({ key }: Pick<Actor, 'key'>): string =>
  key
    ? 'This key isn’t allowed to do that, or it is switched off for the assistant.'
    : 'You, or an admin of your workspace, have switched that off for the assistant. It can be switched on in its settings.';

/** Owners and admins of a workspace set permissions for all its members. */
export const lockRefusal = (actor: Pick<Actor, 'workspaceRole' | 'onBehalfOf'>): Refusal | null =>
  changeRefusal(actor) ?? (actor.workspaceRole === 'member' ? new Refusal('FORBIDDEN') : null);

/**
 * The actor's permission for each tool: tools outside their key's scopes are off; the workspace's settings override the
 * person's; read tools are allowed by default.
 */
export async function permissionsOf(
  db: Db,
  actor: Pick<Actor, 'workspaceId' | 'userId' | 'key'>,
): Promise<(tool: Tool) => ToolPermission> {
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

/** What steps may do without confirmation: the strictest of their tools' permissions. */
export function strictest(
  tools: ReadonlyMap<string, Tool>,
  permitted: (tool: Tool) => ToolPermission,
  steps: readonly { tool: string }[],
): Permission {
  const given = steps.map(({ tool: name }) => {
    const tool = tools.get(name);
    return tool ? permitted(tool).permission : 'off';
  });
  return given.includes('off') ? 'off' : given.every((permission) => permission === 'allow') ? 'allow' : 'ask';
}

type PermissionInput = { name: string; permission: Permission | null; isForAll: boolean };

/** Sets a tool's permission. @throws Refusal `NOT_FOUND` for an unknown tool, `FORBIDDEN` */
export const permitTool: Action<PermissionInput, { name: string }, ActionDeps & Pick<Platform, 'tools'>> = (
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
