import { createFileRoute } from '@tanstack/react-router';
import { TeamInboxPage } from '../../features/inbox/components/team-inbox-page.tsx';

export const Route = createFileRoute('/_public/team-inbox')({ component: TeamInboxPage });
