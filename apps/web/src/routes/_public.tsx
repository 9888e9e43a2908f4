import { createFileRoute } from '@tanstack/react-router';

/** Screens for everybody: no guard. */
export const Route = createFileRoute('/_public')({});
