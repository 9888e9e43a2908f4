import { Button, Loader, Text } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { ENGINE_LIFECYCLE } from '@switchyard/contracts/engines/lifecycle';
import { IconCheck, IconClockPause, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useRestartEngine } from '../api/restart-engine.ts';
import { RestartButton } from '../components/restart-button.tsx';
import { StartingHint } from '../components/starting-hint.tsx';
import '../texts.ts';
import { useCodeLife } from './code-life.ts';
import { Countdown } from './countdown.tsx';
import classes from './pairing.module.css';
import { PhoneCode } from './phone-code.tsx';
import { QrCode } from './qr-code.tsx';

/** An engine's progress towards its account, live: starting, the code, success. */
export function PairingPanel(props: { engine: Engine; size?: 'large'; footer?: ReactNode }) {
  const { engine } = props;
  const { t } = useTranslation('engines');
  const [byPhone, setByPhone] = useState(false);
  const { status, abilities } = engine;

  if (engine.isLegacy) {
    return (
      <Panel {...props}>
        <StatusMessage tone="warning" title={t('legacy')} text={t('pairing.legacyText')} />
      </Panel>
    );
  }
  if (status === 'connected') {
    return (
      <Panel {...props}>
        <StatusMessage
          tone="success"
          title={t('pairing.connected')}
          text={engine.phoneNumber ? t('pairing.connectedAs', { number: engine.phoneNumber }) : ''}
        />
      </Panel>
    );
  }
  if (ENGINE_LIFECYCLE[status].startingUp) {
    return (
      <Panel {...props}>
        <Loader size={40} />
        <Text fw={600}>{t('pairing.starting')}</Text>
        <StartingHint />
      </Panel>
    );
  }
  if (!engine.pairing.includes('qr')) {
    return (
      <Panel {...props}>
        <StatusMessage tone="warning" title={t('pairing.tokenTitle')} text={t('pairing.token')} />
        <ButtonLink to="/engine-explorer/$engineId" params={{ engineId: engine._id }} search={{ tab: 'settings' }}>
          {t('pairing.toSettings')}
        </ButtonLink>
      </Panel>
    );
  }
  if (byPhone && abilities.pairByCode) {
    return (
      <Panel {...props}>
        <PhoneCode engineId={engine._id} />
        <Button variant="subtle" onClick={() => setByPhone(false)}>
          {t('pairing.byQr')}
        </Button>
      </Panel>
    );
  }
  if (status === 'qrcode' && engine.qrcode) {
    return (
      <Panel {...props}>
        <LiveQrCode engine={engine} text={engine.qrcode} />
        <ol className={classes.steps}>
          <li>{t('pairing.steps.open')}</li>
          <li>{t('pairing.steps.menu')}</li>
          <li>{t('pairing.steps.scan')}</li>
        </ol>
        {abilities.pairByCode && props.size !== 'large' && (
          <Button variant="subtle" onClick={() => setByPhone(true)}>
            {t('pairing.byPhone')}
          </Button>
        )}
      </Panel>
    );
  }
  return (
    <Panel {...props}>
      <NotRunning engine={engine} />
    </Panel>
  );
}

/** A code that can still be scanned; an expired one is replaced with a button to get another. */
function LiveQrCode({ engine, text }: { engine: Engine; text: string }) {
  const { t } = useTranslation('engines');
  const refresh = useMutation(apiQuery.engines.refreshQr.mutationOptions());
  const life = useCodeLife(engine.qrcodeUntil);
  return (
    <>
      {life.state === 'over' ? (
        <div className={classes.noCode}>
          {engine.abilities.refreshQr && (
            <Button loading={refresh.isPending} onClick={() => refresh.mutate({ id: engine._id })}>
              {t('pairing.refresh')}
            </Button>
          )}
        </div>
      ) : (
        <QrCode text={text} label={t('pairing.code')} isFading={life.state === 'changing'} />
      )}
      <Countdown life={life} />
      {life.state === 'unknown' && engine.abilities.refreshQr && (
        <Button variant="subtle" loading={refresh.isPending} onClick={() => refresh.mutate({ id: engine._id })}>
          {t('pairing.refresh')}
        </Button>
      )}
      {refresh.error && <Notice tone="error">{refresh.error.message}</Notice>}
    </>
  );
}

/** Shown when the codes have run out or the engine is stopped: how to continue. */
function NotRunning({ engine }: { engine: Engine }) {
  const { t } = useTranslation('engines');
  const refresh = useMutation(apiQuery.engines.refreshQr.mutationOptions());
  const restart = useRestartEngine();
  const error = refresh.error ?? restart.error;
  const cause = engine.trouble?.cause;
  const explanation = cause && { title: t(`trouble.${cause}.what`), text: t(`trouble.${cause}.todo`) };
  return (
    <>
      {engine.abilities.refreshQr ? (
        <>
          <StatusMessage
            tone="warning"
            {...(explanation ?? { title: t('pairing.ranOut'), text: t('pairing.ranOutText') })}
          />
          <Button loading={refresh.isPending} onClick={() => refresh.mutate({ id: engine._id })}>
            {t('pairing.refresh')}
          </Button>
        </>
      ) : (
        <>
          <StatusMessage
            tone="error"
            {...(explanation ?? { title: t('pairing.failed'), text: t('pairing.failedText') })}
          />
          {engine.canRestart && (
            <RestartButton
              engine={engine}
              isRestarting={restart.isPending}
              onRestart={() => restart.mutate(engine._id)}
            />
          )}
        </>
      )}
      {error && <Notice tone="error">{error.message}</Notice>}
    </>
  );
}

const icons = { success: IconCheck, warning: IconClockPause, error: IconPlugConnectedX };

function StatusMessage({ tone, title, text }: { tone: keyof typeof icons; title: string; text: string }) {
  const Icon = icons[tone];
  return (
    <>
      <span className={classes.moment} data-tone={tone}>
        <Icon size={36} stroke={2} aria-hidden />
      </span>
      <div role="status">
        <Text fw={600} size="lg">
          {title}
        </Text>
        <Hint maw={360}>{text}</Hint>
      </div>
    </>
  );
}

function Panel({ size, footer, children }: { size?: 'large'; footer?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.panel} data-size={size}>
      {children}
      {footer}
    </div>
  );
}
