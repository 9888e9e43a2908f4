import { createFileRoute } from '@tanstack/react-router';
import { MyWorkspacesPage } from '../../features/workspaces/components/my-workspaces-page.tsx';

export const Route = createFileRoute('/_authenticated/account-workspace')({ component: MyWorkspacesPage });
