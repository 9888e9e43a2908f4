import { useComputedColorScheme } from '@mantine/core';
import type { FlowFault } from '@switchyard/contracts/bots/flow';
import {
  applyNodeChanges,
  Background,
  type Connection,
  Controls,
  type Edge,
  type NodeChange,
  ReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import '../texts.ts';
import classes from './builder.module.css';
import { CanvasNode, type StepNode } from './canvas-node.tsx';
import type { FlowStore } from './flow-store.ts';

const nodeTypes = { step: CanvasNode };

/** Where a test has been. */
export interface Lit {
  passed: ReadonlySet<string>;
  now: string | null;
}

/**
 * The flow as a drawing: nodes are dragged, connected and chosen. Where a node is while it is dragged is told when it
 * is let go.
 */
export function Canvas(props: {
  store: FlowStore;
  faults: readonly FlowFault[];
  lit: Lit | null;
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('bots');
  const { store, faults, lit, chosen, onChoose } = props;
  const steps = useStore(store, (state) => state.nodes);
  const edges = useStore(store, (state) => state.edges);
  const colorMode = useComputedColorScheme('light');
  const drawn = useMemo<StepNode[]>(
    () =>
      steps.map((step) => ({
        id: step.id,
        type: 'step',
        position: { x: step.x, y: step.y },
        selected: chosen.has(step.id),
        deletable: step.kind !== 'trigger',
        data: {
          step,
          faults: faults.filter(({ nodeId }) => nodeId === step.id),
          lit: lit?.now === step.id ? 'now' : lit?.passed.has(step.id) ? 'passed' : null,
        },
      })),
    [steps, faults, lit, chosen],
  );
  const [shown, setShown] = useState(drawn);
  // Measures of what is drawn already are kept, or every change would hide it for a moment.
  useEffect(() => {
    setShown((before) => {
      const known = new Map(before.map((one) => [one.id, one]));
      return drawn.map((one) => ({ ...known.get(one.id), ...one }));
    });
  }, [drawn]);

  const change = (changes: NodeChange<StepNode>[]) => {
    setShown((before) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== 'select' && type !== 'remove'),
        before,
      ),
    );
    const selected = new Set(chosen);
    let isOther = false;
    for (const change of changes) {
      if (change.type !== 'select') continue;
      isOther = true;
      if (change.selected) selected.add(change.id);
      else selected.delete(change.id);
    }
    if (isOther) onChoose(selected);
  };
  const lines = useMemo<Edge[]>(
    () =>
      edges.map(({ from, outlet, to }) => ({
        id: `${from} ${outlet}`,
        source: from,
        sourceHandle: outlet,
        target: to,
        animated: lit?.passed.has(from) === true && lit.passed.has(to),
      })),
    [edges, lit],
  );
  return (
    <div className={classes.canvas}>
      <ReactFlow
        nodes={shown}
        edges={lines}
        nodeTypes={nodeTypes}
        colorMode={colorMode}
        onNodesChange={change}
        onNodeDragStop={(_event, _node, dragged) =>
          store.getState().move(new Map(dragged.map(({ id, position }) => [id, position])))
        }
        onConnect={({ source, sourceHandle, target }: Connection) =>
          store.getState().connect(source, sourceHandle ?? 'next', target)
        }
        isValidConnection={({ source, target }) =>
          source !== target || steps.find(({ id }) => id === source)?.kind !== 'trigger'
        }
        onNodesDelete={(gone) => store.getState().remove(new Set(gone.map(({ id }) => id)))}
        onEdgesDelete={(gone) => {
          for (const { source, sourceHandle } of gone) store.getState().connect(source, sourceHandle ?? 'next', null);
        }}
        deleteKeyCode={['Delete', 'Backspace']}
        multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
        fitView
        fitViewOptions={{ maxZoom: 1 }}
        minZoom={0.2}
        proOptions={{ hideAttribution: false }}
        aria-label={t('builder.canvas')}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
