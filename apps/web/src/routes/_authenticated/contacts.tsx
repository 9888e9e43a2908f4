import { createFileRoute } from '@tanstack/react-router';
import { ContactsPage } from '../../features/contacts/components/contacts-page.tsx';
import { readContactsSearch } from '../../features/contacts/list-search.ts';
import { OptOutsPage } from '../../features/contacts/opt-outs/opt-outs-page.tsx';

export const Route = createFileRoute('/_authenticated/contacts')({
  validateSearch: readContactsSearch,
  component: function Contacts() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    if (search.tab === 'optOuts') return <OptOutsPage />;
    return <ContactsPage search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
  },
});
