import { createFileRoute } from '@tanstack/react-router';
import { WebhookMakeGuide } from '../../features/developer/guides/webhook-make-guide.tsx';

export const Route = createFileRoute('/_public/webhook-make-guide')({ component: WebhookMakeGuide });
