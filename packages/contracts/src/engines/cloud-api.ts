import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { engineId } from './engine.ts';

/** Settings of a `cloud-api` engine, without the token and app secret, which are never returned. */
export const cloudApiSettings = z.object({
  phoneNumberId: z.string(),
  apiVersion: z.string(),
  /** Webhook URL to enter at Meta for the phone number, with the verification token. */
  webhookUrl: z.string(),
  verifyToken: z.string(),
});
export type CloudApiSettings = z.infer<typeof cloudApiSettings>;

export const cloudApiErrors = {
  NOT_CLOUD_API: { status: 409, message: 'This connection does not use the WhatsApp Cloud API.' },
} as const;

const at = routesUnder('engines');

export const cloudApiOperations = {
  readCloudApi: query('engines')
    .errors(cloudApiErrors)
    .route(at.get('/engines/{id}/cloud-api', 'WhatsApp Cloud API settings of an engine; null if not set'))
    .input(engineId)
    .output(cloudApiSettings.nullable()),
  saveCloudApi: mutation('engines')
    .errors(cloudApiErrors)
    .route(
      at.put(
        '/engines/{id}/cloud-api',
        'Save an engine’s WhatsApp Cloud API settings, stored encrypted and effective at once',
      ),
    )
    .input(
      engineId.extend({
        phoneNumberId: z.string().regex(/^\d{5,32}$/, schemaFault('phoneNumberId')),
        accessToken: z.string().min(20).max(1_000),
        appSecret: z.string().min(8).max(200),
        apiVersion: z
          .string()
          .regex(/^v\d{1,3}\.\d{1,2}$/, schemaFault('graphVersion'))
          .default('v25.0'),
      }),
    )
    .output(cloudApiSettings),
};
