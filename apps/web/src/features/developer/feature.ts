import { IconKey, IconWebhookOff } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, waits } from '../../components/status/states.ts';

const keyStates = { active: done('Active'), expired: troubled('Expired'), revoked: failed('Revoked') } as const;

const webhookStates = { enabled: done('Enabled'), failing: troubled('Failing'), disabled: failed('Disabled') } as const;
const deliveryStates = { waiting: waits('Waiting'), delivered: done('Delivered'), failed: failed('Failed') } as const;

export const developer = defineFeature({
  pages: [{ group: 'developers', place: 1, path: '/admin-api', name: 'API keys', icon: IconKey }],
  states: { key: keyStates, webhook: webhookStates, delivery: deliveryStates },
  notices: {
    'webhook-disabled': {
      icon: IconWebhookOff,
      tone: 'error',
      title: 'Webhook {{name}} was disabled',
      text: 'Nothing has been sent to it since {{at}}. Enable it again once it works.',
      name: 'A webhook is disabled',
      hint: 'After it answers 410 Gone or fails for five days. For owners and admins.',
      to: () => '/admin-api?tab=webhooks',
    },
  },
  live: [
    { read: 'apiKeys', after: ['apiKeys.changed'] },
    { read: 'webhooks', after: ['webhooks.changed'] },
    { read: 'inboundWebhooks', after: ['inboundWebhooks.changed'] },
  ],
  auditNouns: { key: 'API keys', webhook: 'Webhooks', 'inbound-webhook': 'Form webhooks' },
  scopes: { webhooks: 'Webhooks' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    key: typeof keyStates;
    webhook: typeof webhookStates;
    delivery: typeof deliveryStates;
  }
}
