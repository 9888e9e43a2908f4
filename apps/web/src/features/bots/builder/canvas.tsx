import { useComputedColorScheme, useDirection } from '@mantine/core';
import { type FlowFault, outletsOf } from '@switchyard/contracts/bots/flow';
import {
  applyNodeChanges,
  Background,
  type Connection,
  ControlButton,
  Controls,
  MarkerType,
  MiniMap,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useReducedMotion } from '@mantine/hooks';
import { IconLayoutDistributeVertical } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import '../texts.ts';
import classes from './builder.module.css';
import { CanvasLine, type FlowLine } from './canvas-line.tsx';
import { CanvasNode, type StepNode } from './canvas-node.tsx';
import type { FlowStore } from './flow-store.ts';
import { heightOf, STEP_PX, tidyLayout } from './layout.ts';

const nodeTypes = { step: CanvasNode };
const edgeTypes = { line: CanvasLine };
/** Show the minimap from this many steps. */
const MAPPED_STEPS = 12;
const MARGIN_PX = 32;
/** Clears the buttons. */
const MAP_LEFT_PX = 40;
/** Space for "+" and the placeholder beside the last step. */
const ADD_PX = 60;
/** Steps are unreadable below this zoom: a longer flow opens at its start instead. */
const READABLE_ZOOM = 0.7;
const MIN_ZOOM = 0.2;
const MOVE_MS = 150;

/** Steps that a test has passed, and where it is. */
export interface TestProgress {
  passed: ReadonlySet<string>;
  now: string | null;
}

/**
 * The flow as a drawing: nodes are dragged, connected and selected. A node's position is reported when it is dropped.
 */
export function Canvas(props: {
  store: FlowStore;
  faults: readonly FlowFault[];
  progress: TestProgress | null;
  chosen: ReadonlySet<string>;
  /** How much of the canvas' right end a panel covers. */
  coveredPx: number;
  onChoose: (ids: ReadonlySet<string>) => void;
}) {
  const { t } = useTranslation('bots');
  const { store, faults, progress, chosen, coveredPx, onChoose } = props;
  const steps = useStore(store, (state) => state.nodes);
  const edges = useStore(store, (state) => state.edges);
  const colorMode = useComputedColorScheme('light');
  const flowNodes = useMemo<StepNode[]>(
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
          lit: progress?.now === step.id ? 'now' : progress?.passed.has(step.id) ? 'passed' : null,
          open: outletsOf(step).filter(
            (outletId) => !edges.some(({ from, outlet }) => from === step.id && outlet === outletId),
          ),
          isAlone: steps.length === 1,
        },
      })),
    [steps, edges, faults, progress, chosen],
  );
  const [canvasNodes, setCanvasNodes] = useState(flowNodes);
  // Keep measurements of rendered nodes, or every change would hide them for a moment.
  useEffect(() => {
    setCanvasNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]));
      return flowNodes.map((node) => ({ ...known.get(node.id), ...node }));
    });
  }, [flowNodes]);

  const change = (changes: NodeChange<StepNode>[]) => {
    setCanvasNodes((before) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== 'select' && type !== 'remove'),
        before,
      ),
    );
    const selected = new Set(chosen);
    let hasChanged = false;
    for (const change of changes) {
      if (change.type !== 'select') continue;
      hasChanged = true;
      if (change.selected) selected.add(change.id);
      else selected.delete(change.id);
    }
    if (hasChanged) onChoose(selected);
  };
  const lines = useMemo<FlowLine[]>(
    () =>
      edges.flatMap(({ from, outlet, to }) => {
        const step = steps.find(({ id }) => id === from);
        if (!step) return [];
        return {
          id: `${from} ${outlet}`,
          type: 'line',
          source: from,
          sourceHandle: outlet,
          target: to,
          markerEnd: { type: MarkerType.ArrowClosed },
          animated: progress?.passed.has(from) === true && progress.passed.has(to),
          data: { step, outlet },
        };
      }),
    [steps, edges, progress],
  );

  const { dir } = useDirection();
  const frame = useRef<HTMLDivElement>(null);
  const [flow, setFlow] = useState<ReactFlowInstance<StepNode, FlowLine> | null>(null);
  const [zoom, setZoom] = useState(1);
  const duration = useReducedMotion() ? 0 : MOVE_MS;
  const fitInitially = (instance: ReactFlowInstance<StepNode, FlowLine>) => {
    setFlow(instance);
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    const left = Math.min(...steps.map(({ x }) => x));
    const top = Math.min(...steps.map(({ y }) => y));
    const ownWidth = Math.max(...steps.map(({ x }) => x)) + STEP_PX + ADD_PX - left;
    const ownHeight = Math.max(...steps.map((step) => step.y + heightOf(step))) - top;
    const fitting = Math.min((width - 2 * MARGIN_PX) / ownWidth, (height - 2 * MARGIN_PX) / ownHeight);
    const scale = Math.min(1, Math.max(READABLE_ZOOM, fitting));
    const before = (room: number, own: number) => Math.max(MARGIN_PX, (room - own * scale) / 2);
    void instance.setViewport({
      x: before(width, ownWidth) - left * scale,
      y: before(height, ownHeight) - top * scale,
      zoom: scale,
    });
    setZoom(scale);
  };

  // Bring the selection, or the test's current step, into view, clear of the panel.
  const wanted = chosen.size === 1 ? [...chosen][0] : progress?.now;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the target changes, not while dragging
  useEffect(() => {
    const step = steps.find(({ id }) => id === wanted);
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    if (!flow || !step || clientWidth === 0) return;
    const { x, y, zoom: scale } = flow.getViewport();
    const moved = (start: number, size: number, from: number, to: number) =>
      Math.max(from + MARGIN_PX, Math.min(start, to - size - MARGIN_PX)) - start;
    const [from, to] = dir === 'rtl' ? [coveredPx, clientWidth] : [0, clientWidth - coveredPx];
    const dx = moved(x + step.x * scale, (STEP_PX + ADD_PX) * scale, from, to);
    const dy = moved(y + step.y * scale, heightOf(step) * scale, 0, clientHeight);
    if (dx !== 0 || dy !== 0) void flow.setViewport({ x: x + dx, y: y + dy, zoom: scale }, { duration });
  }, [wanted, flow, coveredPx]);
  const tidy = () => {
    store.getState().move(tidyLayout(store.getState()));
    void flow?.fitView({ maxZoom: 1, duration, padding: { x: `${MARGIN_PX}px`, y: `${MARGIN_PX}px` } });
  };
  return (
    <div className={classes.canvas} ref={frame} style={{ '--add-scale': 1 / Math.min(1, zoom) } as CSSProperties}>
      <ReactFlow
        nodes={canvasNodes}
        edges={lines}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={fitInitially}
        onMoveEnd={(_event, viewport) => setZoom(viewport.zoom)}
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
        onNodesDelete={(removed) => store.getState().remove(new Set(removed.map(({ id }) => id)))}
        onEdgesDelete={(removed) => {
          for (const { source, sourceHandle } of removed)
            store.getState().connect(source, sourceHandle ?? 'next', null);
        }}
        deleteKeyCode={['Delete', 'Backspace']}
        multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
        minZoom={MIN_ZOOM}
        proOptions={{ hideAttribution: false }}
        aria-label={t('builder.canvas')}
      >
        <Background />
        <Controls showInteractive={false} fitViewOptions={{ maxZoom: 1, duration }}>
          <ControlButton onClick={tidy} title={t('builder.tidy')} aria-label={t('builder.tidy')}>
            <IconLayoutDistributeVertical aria-hidden />
          </ControlButton>
        </Controls>
        {steps.length >= MAPPED_STEPS && (
          <MiniMap
            pannable
            zoomable
            position="bottom-left"
            style={{ left: MAP_LEFT_PX }}
            ariaLabel={t('builder.map')}
          />
        )}
      </ReactFlow>
    </div>
  );
}
