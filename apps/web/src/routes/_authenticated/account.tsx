import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/accounts/profile/account-page.tsx';

export const Route = createFileRoute('/_authenticated/account')({ component: AccountPage });
