import { IconDatabaseOff, IconShieldCog, IconTrash } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';
import { done, failed, troubled, waits } from '../../components/status/states.ts';

const accountStates = {
  active: done('Active'),
  suspended: troubled('Suspended'),
  deleting: failed('Being deleted', { icon: IconTrash }),
} as const;
const checkStates = {
  ok: done('OK'),
  warning: troubled('Warning'),
  failing: failed('Failing'),
  unknown: waits('Unknown'),
} as const;

export const installation = defineFeature({
  pages: [{ group: 'operate', place: 12, path: '/installation', name: 'Installation', icon: IconShieldCog }],
  states: { account: accountStates, check: checkStates },
  auditNouns: { person: 'People' },
  notices: {
    'backup-failed': {
      icon: IconDatabaseOff,
      tone: 'error',
      title: 'The nightly backup failed',
      text: 'It failed at {{at}} and is tried again every hour.',
      name: 'A nightly backup fails',
      hint: 'Once, until one succeeds. For administrators of this installation.',
      to: () => '/installation?tab=checks',
    },
  },
});

declare module '../../components/status/states.ts' {
  interface StateContexts {
    account: typeof accountStates;
    check: typeof checkStates;
  }
}
