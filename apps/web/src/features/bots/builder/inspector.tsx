import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import type { FlowFault } from '@switchyard/contracts/bots/flow';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { Connections } from './connections.tsx';
import type { FlowStore } from './flow-store.ts';
import { StepFields } from './step-fields.tsx';

/** What is chosen, to be edited. */
export function Inspector(props: {
  botId: string;
  store: FlowStore;
  chosen: ReadonlySet<string>;
  faults: readonly FlowFault[];
  onChoose: (ids: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('bots');
  const { store, chosen } = props;
  const [first] = chosen;
  const step = useStore(store, ({ nodes }) => nodes.find(({ id }) => id === first));
  const wrong = props.faults.filter(({ nodeId }) => nodeId === null || nodeId === first);
  if (chosen.size > 1) return <Card>{t('builder.manyChosen', { count: chosen.size })}</Card>;
  if (!step) {
    return (
      <Card>
        <Text c="dimmed">{t('builder.chooseStep')}</Text>
        {wrong.length > 0 && <Faults faults={wrong} />}
      </Card>
    );
  }
  return (
    <Card aria-label={t(`kinds.${step.kind}`)}>
      <Stack gap="sm" key={step.id}>
        <Heading>{t(`kinds.${step.kind}`)}</Heading>
        {wrong.length > 0 && <Faults faults={wrong} />}
        <TextInput
          label={t('builder.name')}
          description={t('builder.nameHelp')}
          value={step.name}
          maxLength={80}
          onChange={(event) => store.getState().change(step.id, { name: event.currentTarget.value })}
          dir="auto"
        />
        <StepFields botId={props.botId} step={step} onChange={(part) => store.getState().change(step.id, part)} />
        <Connections store={store} step={step} onAdded={(id) => props.onChoose(new Set([id]))} />
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
    </Card>
  );
}

function Faults({ faults }: { faults: readonly FlowFault[] }) {
  const { t } = useTranslation('bots');
  return (
    <Notice tone="error">
      {t('builder.faults')}
      <List size="sm">
        {faults.map((fault) => (
          <List.Item key={`${fault.nodeId} ${fault.field} ${fault.message}`}>{translateText(fault.message)}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
