import { createFileRoute } from '@tanstack/react-router';
import { WebhookGuide } from '../../features/developer/guides/webhook-guide.tsx';

export const Route = createFileRoute('/_public/webhook-guide')({ component: WebhookGuide });
