import { defineEvent } from '../../platform/events.ts';

/** Automations of a board were changed, or have run. */
export const automationsChanged = defineEvent<{ boardId: string }>('automations.changed', (changes) =>
  [...new Set(changes.map(({ boardId }) => boardId))].map((boardId) => ({ type: 'automations.changed', boardId })),
);
