import { createFileRoute } from '@tanstack/react-router';
import { CallbackPage } from '../../features/oauth/callback-page.tsx';

export const Route = createFileRoute('/_public/oauth/callback')({ component: CallbackPage });
