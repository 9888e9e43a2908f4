import type { Log } from '../logging/log.ts';
import type { Platform } from '../platform.ts';

/** Who makes a request, resolved from the cookie or bearer token and the workspace chosen. */
export interface Actor {
  userId: string;
  email: string;
  fullName: string;
  /** The platform's role, not the workspace's. */
  role: 'admin' | 'user';
  workspaceId: string;
  workspaceRole: 'owner' | 'admin' | 'member';
  /** An admin looking at another user's workspace (`x-supported-user-id`): nothing may be changed. */
  supportMode: boolean;
}

/** What every operation of the web API is called with. */
export interface RequestContext {
  platform: Platform;
  requestId: string;
  log: Log;
  headers: Headers;
  /** Null: nobody is signed in. */
  actor: Actor | null;
}
