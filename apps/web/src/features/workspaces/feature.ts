import { IconBuilding, IconStack2, IconUsers } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const workspaces = defineFeature({
  pages: [
    { group: 'account', place: 6, path: '/user-management', name: 'People', icon: IconUsers },
    { group: 'account', place: 7, path: '/edit-workspace', name: 'Workspace settings', icon: IconBuilding },
    { group: 'account', place: 8, path: '/account-workspace', name: 'My workspaces', icon: IconStack2 },
  ],
  auditNouns: { member: 'People', workspace: 'Workspace' },
});
