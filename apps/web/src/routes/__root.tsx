import { createRootRoute } from '@tanstack/react-router';

/** Whom an admin is looking at; on every screen, as every call of the web API names them. */
interface SupportSearch {
  supportedUserId?: string;
  workspaceId?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The title of a screen is set by the screen; this carries the tree, and whom the address names from screen to screen.
 */
export const Route = createRootRoute({
  validateSearch: (search: Record<string, unknown>): SupportSearch => {
    const supportedUserId = textOf(search.supportedUserId);
    const workspaceId = textOf(search.workspaceId);
    return supportedUserId ? { supportedUserId, ...(workspaceId && { workspaceId }) } : {};
  },
  search: {
    middlewares: [
      ({ search, next }) => {
        const { supportedUserId, workspaceId } = search;
        return supportedUserId
          ? { supportedUserId, ...(workspaceId && { workspaceId }), ...next(search) }
          : next(search);
      },
    ],
  },
});
