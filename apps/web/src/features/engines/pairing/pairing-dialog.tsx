import { Button, Group, Modal } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import { openCompose } from '../../../lib/dialogs/dialog-requests.ts';
import { isDemo } from '../../../lib/page/page-facts.ts';
import '../texts.ts';
import classes from './pairing.module.css';
import { PairingPanel } from './pairing-panel.tsx';
import { SimulatedPhone } from './simulated-phone.tsx';

/** QR dialog of an engine; follows it live until it is connected. */
export function PairingDialog(props: {
  engine: Engine | null;
  onClose: () => void;
  /** Replaces the engine's name. */
  title?: string;
  /** Shown while there is no engine yet; the dialog is open from the start. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('engines');
  const { engine } = props;
  const simulated = isDemo() && engine?.status === 'qrcode' && engine.qrcode;
  return (
    <Modal
      opened={engine !== null || props.children !== undefined}
      onClose={props.onClose}
      size={simulated ? 720 : 'md'}
      title={props.title ?? (engine ? t('pairing.title', { name: engine.name }) : '')}
    >
      {engine ? (
        <div className={classes.ways}>
          <PairingPanel
            engine={engine}
            footer={engine.status === 'connected' && <Connected onClose={props.onClose} />}
          />
          {simulated && <SimulatedPhone engine={engine} qr={simulated} />}
        </div>
      ) : (
        props.children
      )}
    </Modal>
  );
}

/** Next steps after connecting; for a workspace that has sent nothing yet, the first message. */
function Connected({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('engines');
  const firstSteps = useQuery(apiQuery.messages.firstSteps.queryOptions());
  const isFirst = firstSteps.data?.steps?.message === false;
  return (
    <Group justify="center" gap="xs">
      <Button variant={isFirst ? 'default' : 'filled'} onClick={onClose} data-autofocus={!isFirst || undefined}>
        {t('pairing.done')}
      </Button>
      {isFirst && (
        <Button
          onClick={() => {
            onClose();
            openCompose({});
          }}
          data-autofocus
        >
          {t('pairing.firstMessage')}
        </Button>
      )}
    </Group>
  );
}
