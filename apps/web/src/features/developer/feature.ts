import { IconKey } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled } from '../../components/status/states.ts';

const keyStates = { active: done('Active'), expired: troubled('Expired'), revoked: failed('Revoked') } as const;

export const developer = defineFeature({
  pages: [{ group: 'developers', place: 1, path: '/admin-api', name: 'API keys', icon: IconKey }],
  states: { key: keyStates },
  auditNouns: { key: 'API keys' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    key: typeof keyStates;
  }
}
