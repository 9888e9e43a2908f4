import type { Platform } from '../../../platform/platform.ts';
import { openSecrets, withoutSecrets } from '../secrets/open-secrets.ts';
import type { performCall } from './perform-call.ts';
import type { CallAnswer, HttpCall } from './session-state.ts';

interface Call {
  workspaceId: string;
  /** The same when it is asked again after a crash. */
  key: string;
  request: HttpCall;
}

/** Asks another server for a step. Its secrets are in the request nowhere but here. */
export async function makeCall(
  { database, secret }: Pick<Platform, 'database' | 'secret'>,
  { workspaceId, key, request }: Call,
  ask: typeof performCall,
): Promise<CallAnswer> {
  const opened = await openSecrets(database.db, secret, workspaceId, request);
  return opened.ok ? withoutSecrets(await ask(opened.request, key), opened.values) : opened;
}
