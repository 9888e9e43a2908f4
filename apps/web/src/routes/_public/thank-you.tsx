import { createFileRoute } from '@tanstack/react-router';
import { THANKED_FOR, ThankYouPage } from '../../features/public/thank-you-page.tsx';

/** `?for=` tells what for. */
export const Route = createFileRoute('/_public/thank-you')({
  validateSearch: (search: Record<string, unknown>): { for?: (typeof THANKED_FOR)[number] } => {
    const thankedFor = THANKED_FOR.find((one) => one === search.for);
    return thankedFor ? { for: thankedFor } : {};
  },
  component: function ThankYou() {
    return <ThankYouPage thankedFor={Route.useSearch().for} />;
  },
});
