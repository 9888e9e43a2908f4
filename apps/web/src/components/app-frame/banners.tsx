import { Anchor } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import { IconEye, IconFlask, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { requestJson } from '../../lib/api/request.ts';
import { supportedUser } from '../../lib/api/request-headers.ts';
import { serverNowMs } from '../../lib/clock/server-clock.ts';
import { formatExact, formatTimeOfDay } from '../../lib/format/dates.ts';
import { isDemo } from '../../lib/page/page-facts.ts';
import { HOME } from '../../lib/signed-in/guards.ts';
import { zoneOf } from '../../lib/signed-in/use-zone.ts';
import { AnchorLink } from '../links.tsx';
import classes from './banners.module.css';

/** Notices above every screen about anything out of the ordinary, and how to leave it. */
export function Banners({ me }: { me: Me | null }) {
  const { t } = useTranslation('frame');
  const isSupport = me ? me.supportMode : supportedUser() !== null;
  useOpenWindow(isDemo() && me !== null && !isSupport);
  return (
    <>
      {isDemo() && (
        <aside className={classes.banner} data-tone="warning" aria-label={t('banner.demoName')}>
          <IconFlask size={16} stroke={1.8} aria-hidden />
          <span>
            {t('banner.demo')} <span className={classes.leave}>{t('banner.demoLeave')}</span>
          </span>
        </aside>
      )}
      {isSupport && <SupportBanner me={me} />}
      {me?.deleteAfter && (
        <DeletionBanner to="/account" text={t('banner.accountGoes', { at: dayOf(me, me.deleteAfter) })} />
      )}
      {me?.workspace.deleteAfter && (
        <DeletionBanner
          to={me.workspace.role === 'owner' ? '/edit-workspace' : null}
          text={t('banner.workspaceGoes', { at: dayOf(me, me.workspace.deleteAfter) })}
        />
      )}
    </>
  );
}

const OPEN_MS = 60_000;

/** Once a demo window has been open for a minute, its simulated customers may start to write. */
function useOpenWindow(isDemoOpen: boolean): void {
  useEffect(() => {
    if (!isDemoOpen) return;
    // Without the call the demo stays quiet, which is fine.
    const reportOpenWindow = () =>
      void requestJson('/api/demo/window', { method: 'POST', body: {} }).catch(() => undefined);
    const timer = setTimeout(reportOpenWindow, OPEN_MS);
    return () => clearTimeout(timer);
  }, [isDemoOpen]);
}

/** Names the supported user and when access ends. The session ends with the button, or when it expires. */
function SupportBanner({ me }: { me: Me | null }) {
  const { t } = useTranslation('frame');
  const until = me?.supportUntil ?? null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => window.location.reload(), Math.max(0, new Date(until).getTime() - serverNowMs()));
    return () => clearTimeout(timer);
  }, [until]);
  const leave = async () => {
    const body = { userId: supportedUser()?.userId };
    // A session that could not be ended expires by itself.
    await requestJson('/api/support/looks/end', { method: 'POST', body, asSelf: true }).catch(() => undefined);
    window.location.assign(HOME);
  };
  const name = me?.fullName ?? '…';
  return (
    <aside className={classes.banner} data-tone="info" aria-label={t('banner.supportName')}>
      <IconEye size={16} stroke={1.8} aria-hidden />
      <span>
        {until === null || !me
          ? t('banner.support', { name })
          : t('banner.supportUntil', { name, time: formatTimeOfDay(new Date(until), zoneOf(me)) })}{' '}
        <Anchor component="button" type="button" onClick={() => void leave()} c="inherit" td="underline" fz="inherit">
          {t('banner.supportLeave')}
        </Anchor>
      </span>
    </aside>
  );
}

const dayOf = (me: Me, at: string) => formatExact(new Date(at), zoneOf(me), false);

/** Announces an upcoming deletion, with a link for those who can cancel it. */
function DeletionBanner({ text, to }: { text: string; to: '/account' | '/edit-workspace' | null }) {
  const { t } = useTranslation('frame');
  return (
    <aside className={classes.banner} data-tone="error" aria-label={t('banner.deletionName')}>
      <IconTrash size={16} stroke={1.8} aria-hidden />
      <span>
        {text}{' '}
        {to && (
          <AnchorLink to={to} c="inherit" td="underline" fz="inherit">
            {t('banner.keep')}
          </AnchorLink>
        )}
      </span>
    </aside>
  );
}
