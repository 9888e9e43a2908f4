import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '../../../lib/api/client.ts';

/** Whatever is done to a bot or a conversation, what is on the screen of them is read again. */
function useBotChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: apiQuery.bots.key() }),
  });
}

type InputOf<Call extends (input: never) => unknown> = Parameters<Call>[0];

export const useCreateBot = () => useBotChange((input: InputOf<typeof api.bots.create>) => api.bots.create(input));
export const useDeployBot = () => useBotChange((input: InputOf<typeof api.bots.deploy>) => api.bots.deploy(input));
export const useUndeployBot = () => useBotChange((id: string) => api.bots.undeploy({ id }));
export const useRemoveBot = () => useBotChange((id: string) => api.bots.remove({ id }));

export const useMoveSession = () =>
  useBotChange((input: InputOf<typeof api.bots.moveSession>) => api.bots.moveSession(input));

/** What may be done to a conversation, by the name of its operation. */
export type SessionAct = 'pauseSession' | 'resumeSession' | 'endSession' | 'restartSession';

export const useSessionAct = (id: string) => useBotChange((act: SessionAct) => api.bots[act]({ id }));
