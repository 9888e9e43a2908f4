import { createFileRoute } from '@tanstack/react-router';
import { NewWorkspacePage } from '../../features/workspaces/components/new-workspace-page.tsx';

export const Route = createFileRoute('/_authenticated/new-workspace')({ component: NewWorkspacePage });
