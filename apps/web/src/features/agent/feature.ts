import { IconSparkles } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const agent = defineFeature({
  pages: [{ group: 'talk', place: 3, path: '/ai-assistant', also: ['/btgpt'], name: 'Assistant', icon: IconSparkles }],
  auditNouns: { agent: 'AI agent' },
  scopes: { agent: 'AI agent' },
});
