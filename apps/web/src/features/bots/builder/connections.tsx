import { NativeSelect, Stack, Title } from '@mantine/core';
import type { BotNode } from '@switchyard/contracts/bots/flow';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import '../texts.ts';
import { addStep, type FlowStore } from './flow-store.ts';
import { ADDED_KINDS } from './new-node.ts';
import { outletsWithNames } from './outlets.ts';

const NEW = 'new:';

/** Chooses what follows each outlet of a step: another step, or a new one. The same as drawing lines on the canvas. */
export function Connections({
  store,
  step,
  onAdded,
}: {
  store: FlowStore;
  step: BotNode;
  onAdded: (id: string) => void;
}) {
  const { t } = useTranslation('bots');
  const steps = useStore(store, (state) => state.nodes);
  const edges = useStore(store, (state) => state.edges);
  const outlets = outletsWithNames(t, step);
  if (outlets.length === 0) return null;
  const lead = (outlet: string, value: string) => {
    if (!value.startsWith(NEW)) {
      store.getState().connect(step.id, outlet, value === '' ? null : value);
      return;
    }
    const kind = ADDED_KINDS.find((candidate) => candidate === value.slice(NEW.length));
    if (!kind) return;
    onAdded(addStep(store, kind, { from: step.id, outlet }));
  };
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        {t('builder.leadsTo')}
      </Title>
      {outlets.map(({ outlet, name }) => (
        <NativeSelect
          key={outlet}
          label={name}
          value={edges.find((edge) => edge.from === step.id && edge.outlet === outlet)?.to ?? ''}
          data={[
            { value: '', label: t('builder.nowhere') },
            ...steps
              .filter(({ id, kind }) => kind !== 'trigger' && id !== step.id)
              .map((step) => ({
                value: step.id,
                label: `${t(`kinds.${step.kind}`)} ${step.name || titleOf(step)}`.trim(),
              })),
            ...ADDED_KINDS.map((kind) => ({
              value: `${NEW}${kind}`,
              label: t('builder.newStep', { kind: t(`kinds.${kind}`) }),
            })),
          ]}
          onChange={(event) => lead(outlet, event.currentTarget.value)}
        />
      ))}
    </Stack>
  );
}

const TITLE_LENGTH = 24;

/** Tells two nameless steps of a kind apart. */
function titleOf(step: BotNode): string {
  const text = 'text' in step ? step.text : 'expression' in step ? step.expression : '';
  return text.length > TITLE_LENGTH ? `${text.slice(0, TITLE_LENGTH)}…` : text;
}
