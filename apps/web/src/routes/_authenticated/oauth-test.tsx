import { createFileRoute } from '@tanstack/react-router';
import { OauthTestPage } from '../../features/oauth/oauth-test-page.tsx';

export const Route = createFileRoute('/_authenticated/oauth-test')({ component: OauthTestPage });
