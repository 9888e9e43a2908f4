import { IconMessageChatbot, IconSparkles } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const agent = defineFeature({
  pages: [
    { group: 'talk', place: 3, path: '/btgpt', name: 'AI agent chat', icon: IconMessageChatbot },
    { group: 'talk', place: 4, path: '/ai-assistant', name: 'Assistant', icon: IconSparkles },
  ],
  auditNouns: { agent: 'AI agent' },
  scopes: { agent: 'AI agent' },
});
