import { createFileRoute } from '@tanstack/react-router';
import { ThankYouPage } from '../../features/public/thank-you-page.tsx';
import { THANKED_FOR, type ThankedFor } from '../../features/public/thanked-for.ts';

/** `?for=` says what the visitor is thanked for. */
export const Route = createFileRoute('/_public/thank-you')({
  validateSearch: (search: Record<string, unknown>): { for?: ThankedFor } => {
    const thankedFor = THANKED_FOR.find((choice) => choice === search.for);
    return thankedFor ? { for: thankedFor } : {};
  },
  component: function ThankYou() {
    return <ThankYouPage thankedFor={Route.useSearch().for} />;
  },
});
