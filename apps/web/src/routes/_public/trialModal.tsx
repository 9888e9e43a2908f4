import { createFileRoute } from '@tanstack/react-router';
import { TrialPage } from '../../features/billing/plans/trial-page.tsx';

export const Route = createFileRoute('/_public/trialModal')({ component: TrialPage });
