import { Refusal } from './refusal.ts';

interface Person {
  userId: string;
  email: string;
  fullName: string;
}

/** Who acts, from the cookie or bearer token and the workspace chosen. */
export interface Actor extends Person {
  /** The platform's role, not the workspace's. */
  role: 'admin' | 'user';
  workspaceId: string;
  workspaceRole: 'owner' | 'admin' | 'member';
  /**
   * Support mode: the person through whose eyes an admin of the platform looks at a workspace of theirs, with that person's role. Nothing may be changed, and
   * every view is recorded. Null: the actor acts for nobody but themselves.
   */
  onBehalfOf: (Person & { role: 'admin' | 'user' }) | null;
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

/** Whoever works in a workspace may change what is in it; support mode may only look. The first sentence of most policies. */
export const mayChange = (actor: Pick<Actor, 'onBehalfOf'>): Refusal | null =>
  actor.onBehalfOf === null ? null : new Refusal('FORBIDDEN', undefined, 'Support mode is read-only.');
