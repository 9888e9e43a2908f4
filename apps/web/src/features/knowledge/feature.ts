import { IconBook2 } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, underWay, waits } from '../../components/status/states.ts';

/** Reading progress of a document. */
const documentStates = {
  waiting: waits('Waiting'),
  reading: underWay('Reading'),
  ready: done('Ready'),
  failed: failed('Not read'),
} as const;

export const knowledge = defineFeature({
  pages: [{ group: 'automate', place: 3, path: '/knowledge-base', name: 'Knowledge', icon: IconBook2 }],
  states: { document: documentStates },
  search: async () => (await import('./search/find-knowledge.ts')).findKnowledge,
  live: [{ read: 'knowledge', after: ['knowledge.changed'] }],
  auditNouns: { knowledge: 'Knowledge' },
  scopes: { knowledge: 'Knowledge' },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    document: typeof documentStates;
  }
}
