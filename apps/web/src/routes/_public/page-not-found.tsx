import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../../features/accounts/components/error-pages.tsx';

export const Route = createFileRoute('/_public/page-not-found')({ component: NotFoundPage });
