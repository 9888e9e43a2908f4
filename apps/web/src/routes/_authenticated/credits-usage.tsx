import { createFileRoute } from '@tanstack/react-router';
import { CreditsPage } from '../../features/billing/credits/credits-page.tsx';

export const Route = createFileRoute('/_authenticated/credits-usage')({ component: CreditsPage });
