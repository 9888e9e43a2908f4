import { Button, Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import type { NotificationKind } from '@switchyard/contracts/domains';
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@switchyard/contracts/notice';
import type { NotificationPreferences } from '@switchyard/contracts/notifications/operations';
import { IconChevronDown, IconLock } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { useIsNarrow } from '../../../components/data-table/use-is-narrow.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { toast } from '../../../components/toasts.ts';
import { toastUndo } from '../../../components/undo-toast.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { NumberButton } from './number-button.tsx';
import classes from './preferences-page.module.css';
import { PushSwitch } from './push-switch.tsx';

const preferences = apiQuery.notifications.preferences.queryOptions();

const GROUPS = ['sending', 'automation', 'team', 'account'] as const;
type Group = (typeof GROUPS)[number];
/** Kinds not listed belong to the account group. */
const GROUP_OF: Partial<Record<NotificationKind, Group>> = {
  'engine-off': 'sending',
  'messages-wait': 'sending',
  'campaign-paused': 'automation',
  'bot-failing': 'automation',
  'bot-paused': 'automation',
  'automation-notify': 'automation',
  'automation-stopped': 'automation',
  'conversation-assigned': 'team',
  'conversation-mentioned': 'team',
  'item-mentioned': 'team',
};

type KindPreference = NotificationPreferences['kinds'][number];

/** `/account-notification`: what a user is notified about, and over which channels. Each box saves itself. */
export function PreferencesPage() {
  const { t } = useTranslation('notifications');
  const me = useMe();
  const isNarrow = useIsNarrow();
  const settings = useQuery(preferences);
  const mobile = settings.data?.mobile ?? null;
  const channels = NOTIFICATION_CHANNELS.filter((channel) => channel !== 'whatsapp' || mobile !== null);
  const number = settings.data && !me.supportMode && <NumberButton mobile={mobile} />;
  const groups = GROUPS.map((group) => ({
    group,
    kinds: settings.data?.kinds.filter(({ kind }) => (GROUP_OF[kind] ?? 'account') === group) ?? [],
  })).filter(({ kinds }) => kinds.length > 0);
  return (
    <PageFrame widthPx={960}>
      <PageHeader title={t('preferences.title')} actions={isNarrow && number} />
      <Hint>{t('preferences.lead', { mail: settings.data?.mail ?? me.email })}</Hint>
      <PushSwitch />
      {settings.isError && <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton height={600} radius="md" />}
      {settings.data && isNarrow && (
        <Card as="div" className={classes.card}>
          {groups.map(({ group, kinds }) => (
            <section key={group} aria-labelledby={`kinds-${group}`}>
              <h2 id={`kinds-${group}`} className={classes.group}>
                {t(`preferences.group.${group}`)}
              </h2>
              {kinds.map((kind) => (
                <FoldedKind key={kind.kind} kind={kind} channels={channels} />
              ))}
            </section>
          ))}
        </Card>
      )}
      {settings.data && !isNarrow && (
        <Card as="div" className={classes.card}>
          <table className={classes.table} aria-label={t('preferences.table')}>
            <thead>
              <tr>
                <th scope="col">{t('preferences.what')}</th>
                {NOTIFICATION_CHANNELS.map((channel) => (
                  <th key={channel} scope="col" className={classes.channel}>
                    {t(`preferences.channel.${channel}`)}
                    {channel === 'mail' && (
                      <Hint size="xs" className={classes.address}>
                        <bdi>{settings.data.mail}</bdi>
                      </Hint>
                    )}
                    {channel === 'whatsapp' && number}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map(({ group, kinds }) => (
                <Fragment key={group}>
                  <tr>
                    <th scope="rowgroup" colSpan={1 + NOTIFICATION_CHANNELS.length} className={classes.group}>
                      {t(`preferences.group.${group}`)}
                    </th>
                  </tr>
                  {kinds.map((kind) => (
                    <KindRow key={kind.kind} kind={kind} channels={channels} />
                  ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {settings.data && !me.supportMode && <TestButton />}
    </PageFrame>
  );
}

/** Sends one notification over every available channel. */
function TestButton() {
  const { t } = useTranslation('notifications');
  const queries = useQueryClient();
  const test = useMutation(
    apiQuery.notifications.test.mutationOptions({
      onSuccess: ({ channels }) => {
        const names = channels.map((channel) => t(`preferences.channel.${channel}`));
        toast(t('preferences.test.sent', { channels: names.join(', ') }));
        return queries.invalidateQueries({ queryKey: apiQuery.notifications.list.key() });
      },
    }),
  );
  return (
    <div>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('preferences.test.send')}
      </Button>
      {test.error && (
        <p className={classes.fault} role="alert">
          {t('preferences.test.failed', { reason: test.error.message })}
        </p>
      )}
    </div>
  );
}

/** Name of a kind, its boxes, and the error of the latest change. */
function useKind({ kind, channels: saved, always }: KindPreference) {
  const { t } = useTranslation(['notifications', 'notice']);
  const me = useMe();
  const queries = useQueryClient();
  const name = t(`notice:${kind}.name`);
  const updateCache = (now: NotificationPreferences) => {
    queries.setQueryData(preferences.queryKey, now);
    void queries.invalidateQueries({ queryKey: apiQuery.notifications.list.key() });
  };
  const choose = useMutation(
    apiQuery.notifications.setPreference.mutationOptions({
      onSuccess: (now) => {
        updateCache(now);
        toastUndo(
          t('preferences.changed', { kind: name }),
          async () => {
            updateCache(await api.notifications.setPreference({ kind, channels: saved }));
            return t('preferences.undone', { kind: name });
          },
          (error) => t('preferences.failed', { reason: error instanceof Error ? error.message : '' }),
        );
      },
    }),
  );
  const chosen = choose.isPending ? [...choose.variables.channels, ...always] : saved;
  const box = (channel: NotificationChannel, label?: ReactNode) => {
    const isFixed = always.includes(channel);
    return (
      <Checkbox
        aria-label={t('preferences.by', { kind: name, channel: t(`preferences.channel.${channel}`) })}
        label={label}
        title={isFixed ? t('preferences.always') : undefined}
        {...(isFixed && { icon: ({ className }: { className: string }) => <IconLock className={className} /> })}
        checked={chosen.includes(channel)}
        disabled={me.supportMode || choose.isPending || isFixed}
        onChange={({ currentTarget: { checked } }) =>
          choose.mutate({
            kind,
            channels: checked ? [...saved, channel] : saved.filter((savedChannel) => savedChannel !== channel),
          })
        }
      />
    );
  };
  const fault = choose.error && (
    <p className={classes.fault} role="alert">
      {t('preferences.failed', { reason: choose.error.message })}
    </p>
  );
  return { name, hint: t(`notice:${kind}.hint`), box, fault, saved };
}

function KindRow({ kind, channels }: { kind: KindPreference; channels: readonly NotificationChannel[] }) {
  const { name, hint, box, fault } = useKind(kind);
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {name}
          <Hint span size="xs" truncate title={hint}>
            {hint}
          </Hint>
        </span>
        {fault}
      </th>
      {NOTIFICATION_CHANNELS.map((channel) => (
        <td key={channel} className={classes.channel}>
          {channels.includes(channel) && box(channel)}
        </td>
      ))}
    </tr>
  );
}

/** On a phone: a kind with its active channels, which unfolds to its boxes. */
function FoldedKind({ kind, channels }: { kind: KindPreference; channels: readonly NotificationChannel[] }) {
  const { t } = useTranslation('notifications');
  const { name, hint, box, fault, saved } = useKind(kind);
  const [isOpen, setOpen] = useState(false);
  const used = channels
    .filter((channel) => saved.includes(channel))
    .map((channel) => t(`preferences.channel.${channel}`));
  return (
    <div className={classes.folded}>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>
          {name}
          <Hint size="xs">{used.join(', ') || t('preferences.noChannel')}</Hint>
        </span>
        <IconChevronDown size={18} stroke={1.6} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div className={classes.boxes}>
          <Hint size="xs">{hint}</Hint>
          {channels.map((channel) => (
            <Fragment key={channel}>{box(channel, t(`preferences.channel.${channel}`))}</Fragment>
          ))}
        </div>
      )}
      {fault}
    </div>
  );
}
