import { createFileRoute } from '@tanstack/react-router';
import { ForbiddenPage } from '../../features/accounts/components/dead-end-pages.tsx';

export const Route = createFileRoute('/_public/forbidden-access')({ component: ForbiddenPage });
