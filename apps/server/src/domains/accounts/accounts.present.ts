import { languages, type Me, type SignIn } from '@switchyard/contracts/accounts/operations';
import { UNLIMITED_ENGINES } from '@switchyard/contracts/billing/plans';
import type { Actor } from '../../platform/actor.ts';
import { exampleNumber } from '../../platform/phone-number.ts';
import type { Entitlements } from '../billing/index.ts';
import type { WorkspaceRow } from '../workspaces/index.ts';
import { deviceLabel } from './device-label.ts';
import type { OutboxMail } from './outbox.queries.ts';
import type { LoginSessionRow } from './sign-ins.queries.ts';

/** The signed-in person, their workspace and their rights there. `serverTime` lets a page measure its clock offset. */
export function presentMe(
  actor: Actor,
  workspace: WorkspaceRow,
  workspaces: { id: string; name: string; canBeEntered: boolean }[],
  { plan, gatewayEngines }: Pick<Entitlements, 'plan' | 'gatewayEngines'>,
  own: Pick<Me, 'fullName' | 'picture'> & {
    language: string | null;
    deleteAfter: Date | null;
    times: Me['times'] | null;
  },
  now: Date,
): Me {
  const { userId, email, role } = actor.onBehalfOf ?? actor;
  return {
    _id: userId,
    email,
    fullName: own.fullName,
    picture: own.picture,
    language: languages.safeParse(own.language).data ?? null,
    times: own.times ?? { zone: null, clock: null, weekStart: null },
    deleteAfter: own.deleteAfter?.toISOString() ?? null,
    role,
    workspace: {
      _id: workspace.id,
      name: workspace.name,
      zone: workspace.zone,
      country: workspace.country,
      exampleNumber: exampleNumber(workspace.country),
      plan,
      role: actor.workspaceRole,
      deleteAfter: workspace.deleteAfter?.toISOString() ?? null,
    },
    workspaces: workspaces.map(({ id, name, canBeEntered }) => ({ _id: id, name, needsTwoFactor: !canBeEntered })),
    allowedEngineCount: gatewayEngines ?? UNLIMITED_ENGINES,
    serverTime: now.toISOString(),
    supportMode: actor.onBehalfOf !== null,
    supportUntil: actor.onBehalfOf?.until?.toISOString() ?? null,
  };
}

/** @param token of the login session that makes the request */
export const presentSignIn = (row: LoginSessionRow, token: string | null): SignIn => ({
  _id: row.id,
  device: deviceLabel(row.userAgent),
  address: row.ipAddress,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.token === token,
});

/** An outbox email, as shown to admins. */
export const presentMail = ({ id, to, subject, text, createdAt }: OutboxMail) => ({
  _id: id,
  to,
  subject,
  text,
  createdAt: createdAt.toISOString(),
});
