import { z } from 'zod';
import { mutation, query, routesUnder } from '../operation.ts';
import { schemaFault } from '../text/faults.ts';
import { engineId } from './engine.ts';

/** How a `cloud-api` engine is set up; the token and the app secret are never shown again. */
export const cloudApiSettings = z.object({
  phoneNumberId: z.string(),
  apiVersion: z.string(),
  /** To be entered at Meta as the webhook of the phone number, with the token to verify it. */
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
    .route(at.get('/engines/{id}/cloud-api', 'How an engine is set up for the WhatsApp Cloud API; null: not yet'))
    .input(engineId)
    .output(cloudApiSettings.nullable()),
  saveCloudApi: mutation('engines')
    .errors(cloudApiErrors)
    .route(
      at.put(
        '/engines/{id}/cloud-api',
        'Set an engine up for the WhatsApp Cloud API; kept encrypted, in force at once',
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
