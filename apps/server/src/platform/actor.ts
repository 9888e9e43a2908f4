import type { OperationMeta } from '@switchyard/contracts/operation';
import { text } from '@switchyard/contracts/text/text';
import { Refusal } from './refusal.ts';

interface Person {
  userId: string;
  email: string;
  fullName: string;
}

/** Who acts, from the cookie or bearer token and the workspace chosen. */
/** `support` may look at what is others' as an admin may, and has no other right beyond a user's. */
export type PlatformRole = 'admin' | 'support' | 'user';

export interface Actor extends Person {
  /** The platform's role, not the workspace's. */
  role: PlatformRole;
  workspaceId: string;
  workspaceRole: 'owner' | 'admin' | 'member';
  /**
   * Support mode: the person through whose eyes an admin of the platform looks at a workspace of theirs, with that
   * person's role. Nothing may be changed, and every view is recorded; what people wrote to each other is shown only
   * where the workspace has allowed it (`mayReadTexts`). Null: the actor acts for nobody but themselves.
   */
  onBehalfOf: (Person & { role: PlatformRole; mayReadTexts?: boolean; until?: Date }) | null;
  /** From where, as far as it is known. */
  address?: string;
  /** The sign-in that it is; left out: a program came with a key. */
  loginId?: string;
  /** The key that a program came with, and what it is good for; left out: a person signed in. */
  key?: { id: string; scopes: readonly string[] };
}

/** The product itself, where a rule of its own acts in a workspace. */
export interface SystemActor {
  userId: null;
  /** The rule, such as `health-check`; it goes into the audit log. */
  fullName: string;
  workspaceId: string;
  onBehalfOf: null;
}

/** Whether an administrator of the platform acts as such, and not through another person's eyes. */
export const actsAsAdmin = (actor: Pick<Actor, 'role' | 'onBehalfOf'>): boolean =>
  actor.role === 'admin' && actor.onBehalfOf === null;

/** What people write is for their workspace: support reads it where the owners have allowed that. */
export const readTextsRefusal = ({ onBehalfOf }: Pick<Actor, 'onBehalfOf'>): Refusal | null =>
  onBehalfOf && !onBehalfOf.mayReadTexts ? new Refusal('SUPPORT_NO_TEXTS') : null;

/**
 * Whoever works in a workspace may change what is in it; support mode may only look. The first sentence of most
 * policies.
 */
export const changeRefusal = (actor: Pick<Actor, 'onBehalfOf'>): Refusal | null =>
  actor.onBehalfOf === null ? null : new Refusal('FORBIDDEN', undefined, text('supportReads'));

/** A key is good for what its scopes say; a person signed in, whatever their rights are. */
export const keyRefusal = (
  { key }: Pick<Actor, 'key'>,
  { scope, effect }: Pick<OperationMeta, 'scope' | 'effect'>,
): Refusal | null =>
  key && (scope === null || !key.scopes.includes(`${scope}:${effect}`)) ? new Refusal('KEY_SCOPE') : null;
