import type { Platform } from '../../../platform/platform.ts';
import { openSecrets, withoutSecrets } from '../secrets/open-secrets.ts';
import { askModel } from './ask-model.ts';
import type { performCall } from './perform-call.ts';
import type { CallAnswer, HttpCall, ModelCall } from './session-state.ts';

interface Call {
  workspaceId: string;
  sessionId: string;
  /** The same when it is asked again after a crash. */
  key: string;
  request: HttpCall | ModelCall;
}

/** Asks another server, or the workspace's language model, for a step. Its secrets are in the request nowhere but here. */
export async function makeCall(
  parts: Pick<Platform, 'database' | 'config' | 'secret'>,
  { workspaceId, sessionId, key, request }: Call,
  ask: typeof performCall,
): Promise<CallAnswer> {
  if ('messages' in request) return askModel(parts, { workspaceId, sessionId, request });
  const opened = await openSecrets(parts.database.db, parts.secret, workspaceId, request);
  return opened.ok ? withoutSecrets(await ask(opened.request, key), opened.values) : opened;
}
