import { z } from 'zod';
import { apiKeyErrors } from './accounts/api-keys.ts';
import { supportErrors } from './accounts/support.ts';
import { agentErrors } from './agent/operations.ts';
import { billingErrors } from './billing/operations.ts';
import { boardErrors } from './boards/operations.ts';
import { actErrors } from './chats/operations.ts';
import { clusterErrors } from './cluster/errors.ts';
import { cloudApiErrors } from './engines/cloud-api.ts';
import { commandErrors } from './engines/linking.ts';
import { lifecycleErrors } from './engines/sessions.ts';
import { commonErrors } from './errors.ts';
import { fileErrors } from './files/operations.ts';
import { inboxErrors } from './inbox/operations.ts';
import { oauthErrors } from './mcp/operations.ts';
import { publicApiErrors } from './public-api/errors.ts';
import { shareErrors } from './shares/operations.ts';
import { declareTexts } from './text/registry.ts';
import { workspaceErrors } from './workspaces/operations.ts';

/** Errors of an engine process's lease; an invalid token gets `UNAUTHORIZED`. */
const leaseErrors = {
  /**
   * The generation is no longer the lane's current one: another process holds the lane, or none does. The caller stops
   * sending at once.
   */
  LEASE_LOST: { status: 409, message: 'This lease generation no longer holds the lane.' },
  /** Another holder has the lane; `retryAfterMs` until its lease ends unless renewed. */
  LEASE_HELD: {
    status: 409,
    message: 'Another process holds the lane.',
    data: z.object({ holder: z.string(), retryAfterMs: z.number() }),
  },
} as const;

/** All refusals of the server: code, HTTP status, message, and the schema of their data. */
export const refusals = declareRefusals(
  commonErrors,
  lifecycleErrors,
  commandErrors,
  actErrors,
  cloudApiErrors,
  fileErrors,
  billingErrors,
  supportErrors,
  apiKeyErrors,
  leaseErrors,
  clusterErrors,
  workspaceErrors,
  agentErrors,
  inboxErrors,
  boardErrors,
  shareErrors,
  oauthErrors,
  publicApiErrors,
);

type Errors = Record<string, { status: number; message: string }>;
type All<Lists> = (Lists extends unknown ? (list: Lists) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

function declareRefusals<Lists extends Errors[]>(...lists: Lists): All<Lists[number]> {
  for (const list of lists) {
    declareTexts(Object.fromEntries(Object.entries(list).map(([code, { message }]) => [code, message])));
  }
  return Object.assign({}, ...lists);
}

export type RefusalCode = keyof typeof refusals;
/** Data of a refusal; undefined if it has none. */
export type RefusalData<Code extends RefusalCode> = (typeof refusals)[Code] extends { data: z.ZodType<infer Data> }
  ? Data
  : undefined;
