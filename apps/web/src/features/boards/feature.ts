import { IconAt, IconChecklist, IconListCheck, IconTable } from '@tabler/icons-react';
import { defineFeature } from '../../components/feature.ts';

export const boards = defineFeature({
  pages: [
    { group: 'work', place: 1, path: '/boards', name: 'Boards', icon: IconTable },
    { group: 'work', place: 2, path: '/tasks', name: 'Tasks', icon: IconListCheck },
    { group: 'work', place: 3, path: '/mywork', name: 'My work', icon: IconChecklist },
  ],
  notices: {
    'item-mentioned': {
      icon: IconAt,
      tone: 'info',
      title: 'You were mentioned in a comment on {{name}}',
      text: 'The comment is on a board.',
      name: 'A comment mentions me',
      hint: 'On an item of a board.',
      to: ({ id }) => (id ? `/boards/${id}` : '/boards'),
    },
  },
  search: async () => (await import('./find-boards.ts')).findBoards,
  auditNouns: { board: 'Boards', 'board-item': 'Board items', share: 'Shared links' },
  scopes: { boards: 'Boards' },
});
