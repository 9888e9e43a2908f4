import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../../lib/api/client.ts';
import { useSubscriptionChanged } from './change-plan.ts';

/** Opens the payment provider: to buy or change a plan there, or to manage payments. */
export function useOpenPayment() {
  const payment = useMutation(
    apiQuery.billing.openPayment.mutationOptions({ onSuccess: ({ url }) => window.location.assign(url) }),
  );
  const { reset } = payment;
  useEffect(() => {
    // The Back button restores the page as it was left, still busy.
    const resetOnReturn = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', resetOnReturn);
    return () => window.removeEventListener('pageshow', resetOnReturn);
  }, [reset]);
  return payment;
}

/** Has the server read what was paid. */
export function useReadPayment() {
  return useMutation(apiQuery.billing.readPayment.mutationOptions({ onSuccess: useSubscriptionChanged() }));
}
