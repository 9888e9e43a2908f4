import { createFileRoute } from '@tanstack/react-router';
import { SupportPage } from '../../features/accounts/support-page.tsx';

export const Route = createFileRoute('/_authenticated/support')({ component: SupportPage });
