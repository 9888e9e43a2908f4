import { createRootRoute } from '@tanstack/react-router';

/** The title of a screen is set by the screen; this only carries the tree. */
export const Route = createRootRoute();
