import { randomBytes } from 'node:crypto';
import {
  CLOUD_API_CREDENTIAL,
  type CloudApiCredential,
  cloudApiCredential,
} from '@switchyard/contracts/engine/protocol';
import type { CloudApiSettings } from '@switchyard/contracts/engines/cloud-api';
import { z } from 'zod';
import type { Action, ActionDeps } from '../../../platform/action.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/database/database.ts';
import { authorize, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { readEngineSettings, saveEngineSettings } from '../engine-settings.ts';
import { engineRefreshDue } from '../engines.events.ts';
import { manageEnginesRefusal } from '../engines.policy.ts';
import { findEngine } from '../engines.queries.ts';

/** Only the server needs it, so the engine's read does not include it. */
const WEBHOOK_CREDENTIAL = 'cloud-api webhook';
const webhookCredential = z.object({ appSecret: z.string(), verifyToken: z.string() });

type Deps = ActionDeps & { secret: string; config: Pick<Config, 'publicUrl'> };

/** Secrets to verify and route an engine's webhooks. */
export interface WebhookSecrets {
  appSecret: string;
  verifyToken: string;
  phoneNumberId: string;
}

/** @returns null if the engine is not set up */
export async function readWebhookSecrets(
  deps: Pick<Deps, 'db' | 'secret'>,
  engineId: string,
): Promise<WebhookSecrets | null> {
  const found = await readBoth(deps, engineId);
  return found && { ...found.webhook, phoneNumberId: found.credential.phoneNumberId };
}

/** An engine's settings without secrets; null if not set up. @throws Refusal `NOT_FOUND`, `NOT_CLOUD_API` */
export async function readCloudApiOf(
  deps: Omit<Deps, 'clock'>,
  actor: Actor,
  engineId: string,
): Promise<CloudApiSettings | null> {
  await requireCloudApi(deps.db, actor, engineId);
  const found = await readBoth(deps, engineId);
  return found && present(deps, engineId, found.credential, found.webhook.verifyToken);
}

/**
 * Stores the settings encrypted and makes a running engine apply them. The webhook's verify token is generated once.
 * @throws Refusal `NOT_FOUND`, `NOT_CLOUD_API`, `FORBIDDEN`
 */
export const saveCloudApi: Action<
  CloudApiCredential & { appSecret: string; id: string },
  CloudApiSettings,
  Deps
> = async (deps, actor, { id: engineId, appSecret, ...credential }) => {
  const settings = await deps.db.transaction(async (tx) => {
    await requireCloudApi(tx, actor, engineId);
    authorize(manageEnginesRefusal(actor));
    const earlier = await readBoth({ ...deps, db: tx }, engineId);
    const verifyToken = earlier?.webhook.verifyToken ?? randomBytes(24).toString('base64url');
    await saveEngineSettings(tx, deps.secret, engineId, {
      [CLOUD_API_CREDENTIAL]: JSON.stringify(credential),
      [WEBHOOK_CREDENTIAL]: JSON.stringify({ appSecret, verifyToken }),
    });
    const { phoneNumberId } = credential;
    await writeAudit(tx, actor, { action: 'engine.cloud-api', subject: engineId, details: { phoneNumberId } });
    return present(deps, engineId, credential, verifyToken);
  });
  return { result: settings, events: [engineRefreshDue(actor.workspaceId, engineId)] };
};

/** @throws Refusal `NOT_FOUND`, `NOT_CLOUD_API` */
async function requireCloudApi(db: Db, { workspaceId }: Actor, engineId: string): Promise<void> {
  const engine = await findEngine(db, { engineId, workspaceId });
  if (!engine) throw new Refusal('NOT_FOUND');
  if (engine.driver !== 'cloud-api') throw new Refusal('NOT_CLOUD_API');
}

async function readBoth({ db, secret }: Pick<Deps, 'db' | 'secret'>, engineId: string) {
  const found = await readEngineSettings(db, secret, engineId, [CLOUD_API_CREDENTIAL, WEBHOOK_CREDENTIAL]);
  const credential = found.get(CLOUD_API_CREDENTIAL);
  const webhook = found.get(WEBHOOK_CREDENTIAL);
  if (credential === undefined || webhook === undefined) return null;
  return {
    credential: cloudApiCredential.parse(JSON.parse(credential)),
    webhook: webhookCredential.parse(JSON.parse(webhook)),
  };
}

function present(
  { config }: Pick<Deps, 'config'>,
  engineId: string,
  { phoneNumberId, apiVersion }: CloudApiCredential,
  verifyToken: string,
): CloudApiSettings {
  const webhookUrl = `${config.publicUrl.replace(/\/+$/, '')}/webhooks/cloud-api/${engineId}`;
  return { phoneNumberId, apiVersion, webhookUrl, verifyToken };
}
