import { useMutation } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api/client.ts';
import { requestJson } from '../../../lib/api/request.ts';

/** Demo only: has a simulated phone scan a QR code. */
export function useSimulateScan() {
  return useMutation({
    mutationKey: apiQuery.engines.key(),
    mutationFn: ({ number, qr }: { number: string; qr: string }) =>
      requestJson(`/simulator/accounts/${encodeURIComponent(number)}/scan`, { method: 'POST', body: { qr } }),
  });
}
