import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** How to run a program without root rights: with a command prefix, or with another user's ids. */
export interface Unprivileged {
  prefix: string[];
  ids: { uid?: number; gid?: number };
  /** Gives a path to the user that runs the program. */
  own(path: string): void;
}

const asOurselves: Unprivileged = { prefix: [], ids: {}, own: () => undefined };
const USER_NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
/** Existing users for such purposes, best first. */
const SERVICE_USERS = ['postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace that maps root to an ordinary id: files stay
 * owned by root, nothing has to be created or chowned, and folders that only root may enter still work. Where
 * namespaces are not permitted, it runs as an existing service user who gets the folder; a folder that was given away
 * once stays with that user.
 */
export function runUnprivileged(directory: string): Unprivileged {
  if (process.getuid?.() !== 0) return asOurselves;
  const owner = statSync(directory).uid;
  if (owner === 0 && namespacesWork()) return { ...asOurselves, prefix: USER_NAMESPACE };
  const user = findServiceUser(owner);
  if (!user)
    throw new StartError(
      'the embedded PostgreSQL cannot run as root here; start as an ordinary user, or set DATABASE_URL',
    );
  return { prefix: [], ids: user, own: (path) => chownSync(path, user.uid, user.gid) };
}

const namespacesWork = (): boolean => spawnSync('unshare', [...USER_NAMESPACE.slice(1), 'true']).status === 0;

function findServiceUser(owner: number): { uid: number; gid: number } | null {
  if (!existsSync('/etc/passwd')) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const earlier = owner === 0 ? undefined : users.find((user) => user.uid === owner);
  const found = earlier ?? SERVICE_USERS.flatMap((name) => users.find((user) => user.name === name) ?? [])[0];
  return found ? { uid: found.uid, gid: found.gid } : null;
}
