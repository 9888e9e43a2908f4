import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/accounts/security/security-page.tsx';

export const Route = createFileRoute('/_authenticated/account-security')({ component: SecurityPage });
