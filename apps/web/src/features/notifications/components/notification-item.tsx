import { ActionIcon, Tooltip } from '@mantine/core';
import type { Notification } from '@switchyard/contracts/notifications/operations';
import { IconBell, IconMail, IconMailOpened } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNotice } from '../../../components/feature.ts';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { zoneOf } from '../../../lib/signed-in/use-zone.ts';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import classes from './notification-item.module.css';

/** A notification: a link to where it can be acted on, which marks it as read. */
export function NotificationItem({ of, onFollow }: { of: Notification; onFollow?: () => void }) {
  const { t } = useTranslation(['notifications', 'notice']);
  const router = useRouter();
  const mark = useMutation(apiQuery.notifications.mark.mutationOptions());
  const me = useMe();
  const notice = useNotice(of.kind);
  const { at, name = t('something'), address = '', count = 0, limit = 0 } = of.data;
  const when = at ? formatExact(new Date(at), zoneOf(me), false) : '';
  const values = { name, address, count, limit, at: when };
  const isNew = !of.isRead && of.settledAt === null;
  // Kinds added in a later version have no notice here yet.
  const href = notice?.to(of.data) ?? '/notifications-drawer';
  const Icon = notice?.icon ?? IconBell;
  const setRead = (isRead: boolean) => mark.mutate({ ids: [of._id], isRead });
  const toggleName = of.isRead ? t('markUnread') : t('markRead');
  const ToggleIcon = of.isRead ? IconMail : IconMailOpened;

  return (
    <li className={classes.item} data-new={isNew || undefined}>
      <a
        href={href}
        className={classes.link}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (!of.isRead && !me.supportMode) setRead(true);
          onFollow?.();
          router.history.push(href);
        }}
      >
        <span className={classes.icon} data-tone={of.settledAt ? 'neutral' : notice?.tone}>
          <Icon size={18} stroke={1.6} aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={classes.title} dir="auto">
            {isNew && <span className={classes.hidden}>{t('isUnread')} </span>}
            {t(`notice:${of.kind}.title`, values)}
          </span>
          <span className={classes.text} dir="auto">
            {t(`notice:${of.kind}.text`, values)} {translateText(of.data.reason ?? '')}
          </span>
          <span className={classes.when}>
            <RelativeTime at={of.createdAt} />
            {of.settledAt && <> · {t('settled')}</>}
          </span>
        </span>
      </a>
      {!me.supportMode && (
        <Tooltip label={toggleName}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={toggleName}
            className={classes.toggle ?? ''}
            onClick={() => setRead(!of.isRead)}
          >
            <ToggleIcon size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
