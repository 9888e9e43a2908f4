import { createFileRoute } from '@tanstack/react-router';
import { SignupPage } from '../../features/accounts/components/signup-page.tsx';

export const Route = createFileRoute('/_loggedOut/signup')({ component: SignupPage });
