import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../../features/accounts/components/forgot-password-page.tsx';

export const Route = createFileRoute('/_loggedOut/fyp')({ component: ForgotPasswordPage });
