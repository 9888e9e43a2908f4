import { randomBytes } from 'node:crypto';
import {
  CLOUD_API_CREDENTIAL,
  type CloudApiCredential,
  cloudApiCredential,
} from '@switchyard/contracts/engine-protocol';
import type { CloudApiSettings } from '@switchyard/contracts/engines';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import { tellToLook } from '../engine-commands.ts';
import { EngineCredentials } from '../engine-credentials.ts';

/** What only the server needs: it is not among what the engine reads. */
const WEBHOOK_CREDENTIAL = 'cloud-api webhook';
const webhookCredential = z.object({ appSecret: z.string(), verifyToken: z.string() });

/** What checks and routes an engine's webhooks. */
export interface WebhookSecrets {
  appSecret: string;
  verifyToken: string;
  phoneNumberId: string;
}

/** Null: the engine is not set up. */
export async function readWebhookSecrets(platform: Platform, engineId: string): Promise<WebhookSecrets | null> {
  const found = await readBoth(platform, engineId);
  return found && { ...found.webhook, phoneNumberId: found.credential.phoneNumberId };
}

/** Without the secrets; null: not set up. */
export async function readCloudApi(platform: Platform, engineId: string): Promise<CloudApiSettings | null> {
  const found = await readBoth(platform, engineId);
  return found && present(platform, engineId, found.credential, found.webhook.verifyToken);
}

/** Keeps the settings encrypted and has a running engine take them up. The token that verifies the webhook is made once. */
export async function saveCloudApi(
  platform: Platform,
  engineId: string,
  { appSecret, ...credential }: CloudApiCredential & { appSecret: string },
): Promise<CloudApiSettings> {
  const credentials = new EngineCredentials(platform.database.pool, platform.secret);
  const earlier = await readBoth(platform, engineId);
  const verifyToken = earlier?.webhook.verifyToken ?? randomBytes(24).toString('base64url');
  await credentials.set(engineId, {
    [CLOUD_API_CREDENTIAL]: JSON.stringify(credential),
    [WEBHOOK_CREDENTIAL]: JSON.stringify({ appSecret, verifyToken }),
  });
  tellToLook(platform, engineId);
  return present(platform, engineId, credential, verifyToken);
}

async function readBoth(platform: Platform, engineId: string) {
  const credentials = new EngineCredentials(platform.database.pool, platform.secret);
  const [credential, webhook] = await Promise.all([
    credentials.get(engineId, CLOUD_API_CREDENTIAL),
    credentials.get(engineId, WEBHOOK_CREDENTIAL),
  ]);
  if (credential === null || webhook === null) return null;
  return {
    credential: cloudApiCredential.parse(JSON.parse(credential)),
    webhook: webhookCredential.parse(JSON.parse(webhook)),
  };
}

function present(
  { config }: Platform,
  engineId: string,
  { phoneNumberId, apiVersion }: CloudApiCredential,
  verifyToken: string,
): CloudApiSettings {
  const webhookUrl = `${config.publicUrl.replace(/\/+$/, '')}/webhooks/cloud-api/${engineId}`;
  return { phoneNumberId, apiVersion, webhookUrl, verifyToken };
}
