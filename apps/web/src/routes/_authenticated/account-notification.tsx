import { createFileRoute } from '@tanstack/react-router';
import { PreferencesPage } from '../../features/notifications/components/preferences-page.tsx';

export const Route = createFileRoute('/_authenticated/account-notification')({ component: PreferencesPage });
