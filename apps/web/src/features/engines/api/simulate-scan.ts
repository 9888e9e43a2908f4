import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api/request.ts';
import { changesEngines } from './engines.ts';

/** In the demo: the simulated phone of a number scans a QR code. */
export function useSimulateScan() {
  return useMutation({
    mutationFn: ({ number, qr }: { number: string; qr: string }) =>
      requestJson(`/simulator/accounts/${encodeURIComponent(number)}/scan`, { method: 'POST', body: { qr } }),
    ...changesEngines(useQueryClient()),
  });
}
