import { createRootRoute } from '@tanstack/react-router';

/** The user whom an admin is supporting; in the address of every screen, since every call of the web API names them. */
interface RootSearch {
  supportedUserId?: string;
  workspaceId?: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Root of the tree; keeps the supported user in the address from screen to screen. Each screen sets its own title. */
export const Route = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch => {
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
