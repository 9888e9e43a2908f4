/** Ways to look at a board. */
export const VIEW_KINDS = ['table', 'kanban'] as const;
