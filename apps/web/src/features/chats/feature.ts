import { IconMessages } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const chats = defineFeature({
  pages: [{ group: 'talk', place: 2, path: '/chat', name: 'Chats', icon: IconMessages }],
  auditNouns: { chat: 'Chats' },
});
