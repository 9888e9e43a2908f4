import { createFileRoute } from '@tanstack/react-router';
import { GrantsPage } from '../../features/oauth/grants-page.tsx';

export const Route = createFileRoute('/_authenticated/mcp-clients')({ component: GrantsPage });
