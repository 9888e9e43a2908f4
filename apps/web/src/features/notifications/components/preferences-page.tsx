import { Skeleton, Switch } from '@mantine/core';
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@switchyard/contracts/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toastError } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { NumberField } from './number-field.tsx';
import classes from './preferences-page.module.css';

const preferences = apiQuery.notifications.preferences.queryOptions();

/**
 * `/account-notification`: what one is told of, by which channels. Each switch saves itself, and goes back where that
 * fails.
 */
export function PreferencesPage() {
  const { t } = useTranslation(['notifications', 'notice']);
  const me = useMe();
  const queries = useQueryClient();
  const shown = useQuery(preferences);
  const choose = useMutation(
    apiQuery.notifications.setPreference.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(preferences.queryKey, saved),
      onError: (error) => toastError(t('preferences.failed', { reason: error.message })),
      onSettled: () => queries.invalidateQueries({ queryKey: apiQuery.notifications.list.key() }),
    }),
  );
  const saving = choose.isPending ? choose.variables : undefined;
  return (
    <PageFrame widthPx={760}>
      <PageHeader title={t('preferences.title')} />
      <Hint>{t('preferences.lead', { mail: shown.data?.mail ?? me.email })}</Hint>
      {shown.isError && <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />}
      {shown.isPending && <Skeleton height={480} radius="md" />}
      {shown.data && <NumberField mobile={shown.data.mobile} isReadOnly={me.supportMode} />}
      {shown.data && (
        <Card as="div" className={classes.card}>
          <table className={classes.table} aria-label={t('preferences.table')}>
            <thead>
              <tr>
                <th scope="col">{t('preferences.what')}</th>
                {NOTIFICATION_CHANNELS.map((channel) => (
                  <th key={channel} scope="col" className={classes.channel}>
                    {t(`preferences.channel.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.data.kinds.map(({ kind, channels: saved, always }) => {
                const channels = saving?.kind === kind ? [...saving.channels, ...always] : saved;
                const set = (channel: NotificationChannel, isOn: boolean) =>
                  choose.mutate({
                    kind,
                    channels: isOn ? [...channels, channel] : channels.filter((one) => one !== channel),
                  });
                const name = t(`notice:${kind}.name`);
                return (
                  <tr key={kind}>
                    <th scope="row">
                      {name}
                      <Hint size="xs">
                        {t(`notice:${kind}.hint`)}
                        {always.length > 0 && ` ${t('preferences.always')}.`}
                      </Hint>
                    </th>
                    {NOTIFICATION_CHANNELS.map((channel) => (
                      <td key={channel} className={classes.channel}>
                        <Switch
                          aria-label={t('preferences.by', {
                            kind: name,
                            channel: t(`preferences.channel.${channel}`),
                          })}
                          checked={channels.includes(channel)}
                          disabled={
                            me.supportMode ||
                            choose.isPending ||
                            always.includes(channel) ||
                            (channel === 'whatsapp' && shown.data.mobile === null)
                          }
                          onChange={(event) => set(channel, event.currentTarget.checked)}
                        />
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Card>
      )}
    </PageFrame>
  );
}
