import type { OperationMeta } from '@switchyard/contracts/operation';
import { text } from '@switchyard/contracts/text/text';
import { Refusal } from './refusal.ts';

interface Person {
  userId: string;
  email: string;
  fullName: string;
}

/** Person who acts, known from the cookie or bearer token, and the selected workspace. */
/** `support` may view other people's data like an admin, and otherwise has the rights of a user. */
export type PlatformRole = 'admin' | 'support' | 'user';

export interface Actor extends Person {
  /** Role on the platform, not in the workspace. */
  role: PlatformRole;
  workspaceId: string;
  workspaceRole: 'owner' | 'admin' | 'member';
  /**
   * Support mode: the person as whom a platform admin views that person's workspace, with that person's role. Nothing
   * may be changed and every view is recorded. Message texts are shown only if the workspace has allowed it
   * (`mayReadTexts`). Null outside support mode.
   */
  onBehalfOf: (Person & { role: PlatformRole; mayReadTexts?: boolean; until?: Date }) | null;
  /** IP address, if known. */
  address?: string;
  /** Id of the login session; omitted when a program uses a key. */
  loginId?: string;
  /** The key used by a program, with its scopes; omitted when a person is signed in. */
  key?: { id: string; scopes: readonly string[] };
}

/** The product itself, acting in a workspace by one of its own rules. */
export interface SystemActor {
  userId: null;
  /** Name of the rule, such as `health-check`, for the audit log. */
  fullName: string;
  workspaceId: string;
  onBehalfOf: null;
}

/** Whether a platform admin acts as an admin rather than in support mode. */
export const actsAsAdmin = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean =>
  actor.role === 'admin' && actor.onBehalfOf === null;

/** Message texts belong to the workspace: support may read them only if the owners have allowed it. */
export const readTextsRefusal = ({ onBehalfOf }: Pick<Actor, 'onBehalfOf'>): Refusal | null =>
  onBehalfOf && !onBehalfOf.mayReadTexts ? new Refusal('SUPPORT_NO_TEXTS') : null;

/** Members may change their workspace; support mode is read-only. Most policies begin with this check. */
export const changeRefusal = (actor: Pick<Actor, 'onBehalfOf'>): Refusal | null =>
  actor.onBehalfOf === null ? null : new Refusal('FORBIDDEN', undefined, text('supportReads'));

/** A key is limited to its scopes; a signed-in person is not. */
export const keyRefusal = (
  { key }: Pick<Actor, 'key'>,
  { scope, effect }: Pick<OperationMeta, 'scope' | 'effect'>,
): Refusal | null =>
  key && (scope === null || !key.scopes.includes(`${scope}:${effect}`)) ? new Refusal('KEY_SCOPE') : null;
