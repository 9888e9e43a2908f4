import { defineEvent } from '../../platform/events.ts';

/** Automations of a board have changed or run. */
export const automationsChanged = defineEvent<{ boardId: string }>('automations.changed', (changes) =>
  [...new Set(changes.map(({ boardId }) => boardId))].map((boardId) => ({ type: 'automations.changed', boardId })),
);
