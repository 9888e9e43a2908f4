import { addTexts } from '../../../lib/i18n/i18n.ts';

const historyTexts = addTexts('clusterHistory', {
  title: 'The last hour',
  cpu: 'CPU',
  memory: 'Memory',
  restarts: 'Restarts',
  range: '{{least}} to {{most}}',
  none: 'not measured',
  since_one: 'Seen by this server over the last minute.',
  since_other: 'Seen by this server over the last {{count}} minutes.',
  notYet: 'Nothing is kept yet: the server looks once a minute.',
  unknown: 'The history could not be read: {{problem}}',
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterHistory: typeof historyTexts;
  }
}
