import { useMutation } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { requestJson } from '../../../lib/api/request.ts';

/** A phone number that nobody else in the demo has. */
const BUSINESS_NUMBER = '+447700900500';

interface SimulatedNumber {
  phoneNumberId: string;
  accessToken: string;
  appSecret: string;
}

const register = (webhook: object) =>
  requestJson<SimulatedNumber>(`/simulator/accounts/${encodeURIComponent(BUSINESS_NUMBER)}/cloud-api`, {
    method: 'POST',
    body: webhook,
  });

/**
 * In the demo: registers a business number at the simulated Meta and sets the engine up with it. The webhook's address
 * and token are known only after the first save, and a number that registers again gets a new token: hence twice.
 */
export function useSimulateBusiness(engineId: string) {
  return useMutation({
    mutationKey: apiQuery.engines.key(),
    mutationFn: async () => {
      const first = await register({});
      const { appSecret } = first;
      // Field by field: the simulator answers more than the settings take.
      const save = ({ phoneNumberId, accessToken }: SimulatedNumber) =>
        api.engines.saveCloudApi({ id: engineId, apiVersion: 'v25.0', appSecret, phoneNumberId, accessToken });
      const { webhookUrl, verifyToken } = await save(first);
      await save(await register({ webhookUrl, verifyToken, appSecret }));
    },
  });
}
