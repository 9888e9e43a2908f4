import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '../../features/contacts/unsubscribe/unsubscribe-page.tsx';

export const Route = createFileRoute('/_public/unsubscribe/$subscriptionID')({
  component: function Unsubscribe() {
    return <UnsubscribePage subscriptionId={Route.useParams().subscriptionID} />;
  },
});
