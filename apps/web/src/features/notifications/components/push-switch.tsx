import { Switch } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

const WORKER = '/push-worker.js';

/** This browser's subscription; null if it has none. */
const readSubscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.getRegistration(WORKER))?.pushManager.getSubscription() ?? null;

const browser = queryOptions({
  queryKey: ['push-of-this-browser'],
  queryFn: async () => (await readSubscription())?.endpoint ?? '',
});
const push = apiQuery.notifications.push.queryOptions();

/** Browsers support it only for pages loaded over https, or from this machine. */
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscribe(publicKey: string): Promise<void> {
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with an earlier key of the installation no longer works.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys = {} } = made.toJSON();
  await api.notifications.startPush({ endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } });
}

async function unsubscribe(): Promise<void> {
  const made = await readSubscription();
  if (!made) return;
  await api.notifications.endPush({ endpoint: made.endpoint });
  await made.unsubscribe();
}

/** Whether this browser shows notifications even while no page is open. */
export function PushSwitch() {
  const { t } = useTranslation('notifications');
  const me = useMe();
  const queries = useQueryClient();
  const supported = isSupported();
  const { data: server } = useQuery({ ...push, enabled: supported });
  const { data: endpoint } = useQuery({ ...browser, enabled: supported });
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? subscribe(server?.publicKey ?? '') : unsubscribe()),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: push.queryKey }),
        queries.invalidateQueries({ queryKey: browser.queryKey }),
      ]),
  });
  const isDenied = supported && Notification.permission === 'denied';
  const hint = supported ? t(isDenied ? 'push.denied' : 'push.hint') : t('push.unsupported');
  return (
    <Switch
      label={t('push.label')}
      description={hint}
      error={change.error && !isDenied && t('push.failed', { reason: change.error.message })}
      checked={change.isPending ? change.variables : Boolean(endpoint && server?.endpoints.includes(endpoint))}
      disabled={!supported || isDenied || !server || endpoint === undefined || change.isPending || me.supportMode}
      onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
    />
  );
}
