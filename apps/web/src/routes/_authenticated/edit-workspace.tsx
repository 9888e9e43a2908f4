import { createFileRoute } from '@tanstack/react-router';
import { EditWorkspacePage } from '../../features/workspaces/components/edit-workspace-page.tsx';

export const Route = createFileRoute('/_authenticated/edit-workspace')({ component: EditWorkspacePage });
