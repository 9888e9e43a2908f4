import { createFileRoute } from '@tanstack/react-router';
import {
  NotificationsPage,
  type NotificationsSearch,
} from '../../features/notifications/components/notifications-page.tsx';

export const Route = createFileRoute('/_authenticated/notifications-drawer')({
  validateSearch: (search: Record<string, unknown>): NotificationsSearch => ({
    ...(Number.isInteger(search.page) && Number(search.page) > 0 ? { page: Number(search.page) } : {}),
    ...(search.unread === true ? { unread: true } : {}),
  }),
  component: function Notifications() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <NotificationsPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
