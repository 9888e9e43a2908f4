import { askKnowledge } from '../../knowledge/index.ts';
import { openSecrets, withoutSecrets } from '../secrets/open-secrets.ts';
import { askModel } from './ask-model.ts';
import type { CallDeps } from './call-deps.ts';
import { fetchAnsweredFile } from './fetch-answered-file.ts';
import type { performCall } from './perform-call.ts';
import type { Call, CallAnswer, Value } from './session-state.ts';

interface StepCall {
  workspaceId: string;
  sessionId: string;
  /** Idempotency key: the same for a retry after a crash. */
  key: string;
  request: Call;
}

/**
 * Makes a step's call to another server or to the workspace's models. Only here does the request contain its secrets.
 */
export async function makeCall(
  deps: CallDeps,
  { workspaceId, sessionId, key, request }: StepCall,
  ask: typeof performCall,
): Promise<CallAnswer> {
  if ('question' in request) {
    const found = await askKnowledge(deps, workspaceId, request);
    return { ok: true, status: null, value: found as unknown as Value };
  }
  if ('receivedId' in request) return fetchAnsweredFile(deps, { workspaceId, sessionId, request });
  if ('messages' in request) return askModel(deps, { workspaceId, sessionId, request });
  const opened = await openSecrets(deps.database.db, deps.secret, workspaceId, request);
  return opened.ok ? withoutSecrets(await ask(opened.request, key), opened.values) : opened;
}
