import { addTexts } from '../../../lib/i18n/i18n.ts';

const auditTexts = addTexts('clusterAudit', {
  title: 'Cluster audit',
  search: 'Pod, node or person',
  cause: 'Cause',
  outcome: 'Outcome',
  anyCause: 'Any cause',
  anyOutcome: 'Any outcome',
  hitOnly: 'Only what hit a session',
  from: 'From',
  until: 'To',
  clear: 'Clear filters',
  columns: {
    at: 'When',
    action: 'What',
    subject: 'Of what',
    actor: 'Who',
    cause: 'Why',
    hit: 'Sessions hit',
    outcome: 'Outcome',
  },
  actions: {
    'pod.delete': 'Pod deleted',
    'pod.terminate': 'Pod terminated',
    'cluster-rule.set': 'Rule switched',
    'plan.start': 'Plan step started',
    'plan.advance': 'Plan step advanced',
    'plan.stop': 'Plan step stopped',
    'plan.end': 'Plan step ended',
    'fleet.set': 'Simulated fleet changed',
    'node.cordon': 'Node cordoned',
    'node.uncordon': 'Node uncordoned',
  },
  causes: {
    manual: 'By hand',
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
  requestedHelp: 'It was asked for, and nobody has been told how it ended.',
  via: {
    api: 'By the server',
    proxy: 'By the operator’s browser, through the cluster proxy',
    worker: 'By the server alone; the rule was switched on by who is named',
  },
  nobody: 'None',
  gone: 'gone since',
  empty: 'Nothing was done yet',
  emptyText: 'Every deletion and every other act on the cluster is written down here, by hand or by a rule.',
  noMatch: 'Nothing matches these filters',
  details: 'What was done',
  facts: {
    namespace: 'Namespace',
    node: 'Node',
    uid: 'UID',
    status: 'Status then',
    via: 'How',
    failure: 'Failure',
  },
});

declare module 'i18next' {
  interface ResourceNamespaceMap {
    clusterAudit: typeof auditTexts;
  }
}
