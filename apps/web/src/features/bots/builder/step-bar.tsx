import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import type { FlowStore } from './flow-store.ts';
import { ADDED_KINDS, newNode } from './new-node.ts';

const BESIDE_PX = 300;
const BELOW_PX = 60;

/** Adds steps: beside the one that is chosen, or after the last. */
export function StepBar(props: { store: FlowStore; chosen: ReadonlySet<string>; onAdded: (id: string) => void }) {
  const { t } = useTranslation('bots');
  const add = (kind: (typeof ADDED_KINDS)[number]) => {
    const { nodes, add: addNode } = props.store.getState();
    const near = nodes.find(({ id }) => props.chosen.has(id)) ?? nodes.at(-1);
    const made = newNode(kind, { x: (near?.x ?? 0) + BESIDE_PX, y: (near?.y ?? 0) + BELOW_PX });
    addNode(made);
    props.onAdded(made.id);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
          {t('builder.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ADDED_KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(kind)}>
            {t(`kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
