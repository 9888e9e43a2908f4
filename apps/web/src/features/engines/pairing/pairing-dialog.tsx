import { Button, Modal } from '@mantine/core';
import type { Engine } from '@switchyard/contracts/engines/engine';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { PairingPanel } from './pairing-panel.tsx';
import { SimulateScan } from './simulate-scan.tsx';

/** The QR dialog of an engine: follows it live, up to the moment it is connected. */
export function PairingDialog({ engine, onClose }: { engine: Engine | null; onClose: () => void }) {
  const { t } = useTranslation('engines');
  return (
    <Modal opened={engine !== null} onClose={onClose} title={engine ? t('pairing.title', { name: engine.name }) : ''}>
      {engine && (
        <PairingPanel
          engine={engine}
          footer={
            engine.status === 'connected' ? (
              <Button onClick={onClose} data-autofocus>
                {t('pairing.done')}
              </Button>
            ) : (
              <SimulateScan engine={engine} />
            )
          }
        />
      )}
    </Modal>
  );
}
