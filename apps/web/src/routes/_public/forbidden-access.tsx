import { createFileRoute } from '@tanstack/react-router';
import { ForbiddenPage } from '../../features/accounts/components/error-pages.tsx';

export const Route = createFileRoute('/_public/forbidden-access')({ component: ForbiddenPage });
