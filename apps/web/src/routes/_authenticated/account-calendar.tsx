import { createFileRoute } from '@tanstack/react-router';
import { FeedsPage } from '../../features/boards/feeds/feeds-page.tsx';

export const Route = createFileRoute('/_authenticated/account-calendar')({ component: FeedsPage });
