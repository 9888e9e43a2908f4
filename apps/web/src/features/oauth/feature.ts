import { IconPlugConnected } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const oauth = defineFeature({
  pages: [{ group: 'developers', place: 5, path: '/mcp-clients', name: 'MCP clients', icon: IconPlugConnected }],
  notices: {
    'client-connected': {
      icon: IconPlugConnected,
      tone: 'info',
      title: 'New MCP client: {{name}}',
      text: 'It was connected with your account. If this wasn’t you, revoke it and change your password.',
      name: 'A new MCP client',
      hint: 'That somebody connected with your account.',
      to: () => '/mcp-clients',
    },
  },
  live: [{ read: 'oauth', after: ['grants.changed'] }],
  auditNouns: { grant: 'MCP clients' },
});
