import { addTexts } from '../../../lib/i18n/i18n.ts';

const auditTexts = addTexts('clusterAudit', {
  title: 'Cluster audit',
  search: 'Pod, node or person',
  cause: 'Cause',
  outcome: 'Outcome',
  anyCause: 'Any cause',
  anyOutcome: 'Any outcome',
  hitOnly: 'Interrupted sessions only',
  from: 'From',
  until: 'To',
  clear: 'Clear filters',
  columns: {
    at: 'When',
    action: 'Action',
    subject: 'Target',
    actor: 'Who',
    cause: 'Cause',
    hit: 'Sessions interrupted',
    outcome: 'Outcome',
  },
  actions: {
    'pod.delete': 'Pod deleted',
    'pod.terminate': 'Pod terminated',
    'cluster-rule.set': 'Rule changed',
    'plan.start': 'Plan step started',
    'plan.advance': 'Plan step advanced',
    'plan.stop': 'Plan step stopped',
    'plan.end': 'Plan step ended',
    'fleet.set': 'Simulated fleet changed',
    'node.cordon': 'Node cordoned',
    'node.uncordon': 'Node uncordoned',
  },
  causes: {
    manual: 'Manual',
    'auto-delete': 'Rule: auto-delete',
    'memory-pressure': 'Rule: memory pressure',
    consolidation: 'Consolidation plan',
    'pressure-forecast': 'Pressure forecast',
  },
  outcomes: {
    requested: 'Not confirmed',
    deleted: 'Deleted',
    failed: 'Failed',
    'would-have': 'Would have been deleted',
    done: 'Done',
  },
  requestedHelp: 'Requested, but the result was never reported.',
  via: {
    api: 'By the server',
    proxy: 'By the operator’s browser through the cluster proxy',
    worker: 'Automatically by the server; the person named turned the rule on',
  },
  nobody: 'None',
  gone: 'deleted since',
  empty: 'No entries yet',
  emptyText: 'Deletions and other changes to the cluster appear here, whether made by people or by rules.',
  noMatch: 'No entries match these filters',
  details: 'Entry details',
  facts: {
    namespace: 'Namespace',
    node: 'Node',
    uid: 'UID',
    status: 'Status at the time',
    via: 'Made',
    failure: 'Failure',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterAudit: typeof auditTexts;
  }
}
