import { createFileRoute } from '@tanstack/react-router';
import { CalendarPage } from '../../features/messages/calendar/calendar-page.tsx';
import { readCalendarSearch } from '../../features/messages/calendar/calendar-search.ts';

export const Route = createFileRoute('/_authenticated/calendar')({
  validateSearch: readCalendarSearch,
  component: function Calendar() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    return <CalendarPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
