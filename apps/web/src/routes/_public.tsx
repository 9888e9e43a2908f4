import { createFileRoute } from '@tanstack/react-router';

/** Screens for everyone: no guard. */
export const Route = createFileRoute('/_public')({});
