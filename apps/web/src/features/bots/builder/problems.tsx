import { Button, Menu } from '@mantine/core';
import type { FlowFault } from '@switchyard/contracts/bots/flow';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import type { FlowStore } from './flow-store.ts';

/** The faults of a flow; each links to its step. */
export function Problems(props: { store: FlowStore; faults: readonly FlowFault[]; onChoose: (id: string) => void }) {
  const { t } = useTranslation('bots');
  const { faults } = props;
  const steps = useStore(props.store, ({ nodes }) => nodes);
  if (faults.length === 0) return null;
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button size="compact-sm" variant="light" color="red" leftSection={<IconAlertTriangle size={16} aria-hidden />}>
          {t('builder.problems', { count: faults.length })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        <Menu.Label>{t('builder.faults')}</Menu.Label>
        {faults.map(({ nodeId, field, message }) => {
          const step = steps.find(({ id }) => id === nodeId);
          return (
            <Menu.Item
              key={`${nodeId} ${field} ${JSON.stringify(message)}`}
              disabled={!step}
              onClick={() => step && props.onChoose(step.id)}
            >
              {step && (
                <strong>
                  <bdi>{step.name || t(`kinds.${step.kind}`)}</bdi>{' '}
                </strong>
              )}
              {translateText(message)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
