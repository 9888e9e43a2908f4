/** Kinds of board views. */
export const VIEW_KINDS = ['table', 'kanban', 'calendar', 'timeline'] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];
/** Whether a view shows the items due within a range of weeks. */
export const isDatedView = (kind: ViewKind): kind is 'calendar' | 'timeline' =>
  kind === 'calendar' || kind === 'timeline';
