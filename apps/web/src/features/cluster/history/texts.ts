import { addTexts } from '../../../lib/i18n/i18n.ts';

const historyTexts = addTexts('clusterHistory', {
  title: 'The last hour',
  cpu: 'CPU',
  memory: 'Memory',
  restarts: 'Restarts',
  range: '{{least}} to {{most}}',
  none: 'not measured',
  since_one: 'Recorded by this server over the last minute.',
  since_other: 'Recorded by this server over the last {{count}} minutes.',
  notYet: 'No history yet. The server records it once a minute.',
  unknown: 'Couldn’t load the history: {{problem}}',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterHistory: typeof historyTexts;
  }
}
