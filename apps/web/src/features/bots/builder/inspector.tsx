import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import type { FlowFault } from '@switchyard/contracts/bots/flow';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { Connections } from './connections.tsx';
import type { FlowStore } from './flow-store.ts';
import { StepFields } from './step-fields.tsx';

/** Editor of the selection. */
export function Inspector(props: {
  botId: string;
  store: FlowStore;
  chosen: ReadonlySet<string>;
  faults: readonly FlowFault[];
  /** The step was just added: focus its first field. */
  isNew: boolean;
  onChoose: (ids: ReadonlySet<string>) => void;
  onAdded: (id: string) => void;
}) {
  const { t } = useTranslation('bots');
  const { store, chosen, isNew } = props;
  const [first] = chosen;
  const step = useStore(store, ({ nodes }) => nodes.find(({ id }) => id === first));
  const stepFaults = props.faults.filter(({ nodeId }) => nodeId === null || nodeId === first);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew && first) fields.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [isNew, first]);
  if (chosen.size > 1) return <Text>{t('builder.manyChosen', { count: chosen.size })}</Text>;
  if (!step) return <Text c="dimmed">{t('builder.chooseStep')}</Text>;
  return (
    <Stack gap="sm" key={step.id} ref={fields}>
      {stepFaults.length > 0 && <Faults faults={stepFaults} />}
      <StepFields botId={props.botId} step={step} onChange={(part) => store.getState().change(step.id, part)} />
      <Connections store={store} step={step} onAdded={props.onAdded} />
      <TextInput
        label={t('builder.name')}
        description={t('builder.nameHelp')}
        value={step.name}
        maxLength={80}
        onChange={(event) => store.getState().change(step.id, { name: event.currentTarget.value })}
        dir="auto"
      />
      {step.kind !== 'trigger' && (
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            store.getState().remove(new Set([step.id]));
            props.onChoose(new Set());
          }}
        >
          {t('builder.remove')}
        </Button>
      )}
    </Stack>
  );
}

function Faults({ faults }: { faults: readonly FlowFault[] }) {
  const { t } = useTranslation('bots');
  return (
    <Notice tone="error">
      {t('builder.faults')}
      <List size="sm">
        {faults.map((fault) => (
          <List.Item key={`${fault.nodeId} ${fault.field} ${JSON.stringify(fault.message)}`}>
            {translateText(fault.message)}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}
