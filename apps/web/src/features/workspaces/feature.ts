import { IconBuilding, IconStack2, IconUsers } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const workspaces = defineFeature({
  pages: [
    { group: 'workspace', place: 3, path: '/user-management', name: 'People', icon: IconUsers },
    { group: 'workspace', place: 2, path: '/edit-workspace', name: 'Workspace settings', icon: IconBuilding },
    {
      group: 'you',
      place: 5,
      path: '/account-workspace',
      also: ['/new-workspace'],
      name: 'My workspaces',
      icon: IconStack2,
    },
  ],
  live: [{ read: 'workspaces', after: ['workspace.changed'] }],
  auditNouns: { member: 'People', workspace: 'Workspace' },
});
