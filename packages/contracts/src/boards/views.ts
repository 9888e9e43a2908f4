/** Ways to look at a board. */
export const VIEW_KINDS = ['table', 'kanban', 'calendar', 'timeline'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];
/** These show what is due within some weeks. */
export const isDatedView = (kind: ViewKind): kind is 'calendar' | 'timeline' =>
  kind === 'calendar' || kind === 'timeline';
