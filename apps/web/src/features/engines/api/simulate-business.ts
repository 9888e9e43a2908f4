import { useMutation } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { requestJson } from '../../../lib/api/request.ts';

/** A phone number that nothing else in the demo uses. */
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
 * Demo only: registers a business number at the simulated Meta and configures the engine with it. Saves twice, because
 * the webhook's address and token are known only after the first save, and registering again issues a new token.
 */
export function useSimulateBusiness(engineId: string) {
  return useMutation({
    mutationKey: apiQuery.engines.key(),
    mutationFn: async () => {
      const first = await register({});
      const { appSecret } = first;
      // Picked field by field: the simulator returns more than the settings accept.
      const save = ({ phoneNumberId, accessToken }: SimulatedNumber) =>
        api.engines.saveCloudApi({ id: engineId, apiVersion: 'v25.0', appSecret, phoneNumberId, accessToken });
      const { webhookUrl, verifyToken } = await save(first);
      await save(await register({ webhookUrl, verifyToken, appSecret }));
    },
  });
}
