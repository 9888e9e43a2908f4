import { createFileRoute } from '@tanstack/react-router';
import { WebhookZapierGuide } from '../../features/developer/guides/webhook-zapier-guide.tsx';

export const Route = createFileRoute('/_public/webhook-zapier-guide')({ component: WebhookZapierGuide });
