import { addTexts } from '../../../lib/i18n/i18n.ts';

const searchTexts = addTexts('clusterSearch', { pods: 'Pods', nodes: 'Nodes', sessions: 'Sessions' });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterSearch: typeof searchTexts;
  }
}
