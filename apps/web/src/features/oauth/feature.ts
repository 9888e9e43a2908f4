import { IconPlugConnected } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const oauth = defineFeature({
  pages: [{ group: 'developers', place: 5, path: '/mcp-clients', name: 'MCP clients', icon: IconPlugConnected }],
  auditNouns: { grant: 'MCP clients' },
});
