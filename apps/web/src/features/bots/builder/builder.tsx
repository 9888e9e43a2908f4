import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { BotDetail } from '@switchyard/contracts/bots/operations';
import { IconArrowLeft, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { DeployDialog } from '../detail/deploy-dialog.tsx';
import { botStatus } from '../list/bot-columns.tsx';
import '../texts.ts';
import { AddStepContext } from './add-step.tsx';
import { BotName } from './bot-name.tsx';
import classes from './builder.module.css';
import { FlowMenu, SaveControls } from './builder-actions.tsx';
import { addStep, createFlowStore } from './flow-store.ts';
import { Inspector } from './inspector.tsx';
import { KindIcon } from './kind-icon.tsx';
import { ListView } from './list-view.tsx';
import { Problems } from './problems.tsx';
import { SidePanel } from './side-panel.tsx';
import { TestChat } from './test-chat.tsx';
import { useAutosave } from './use-autosave.ts';
import { useFlowKeys } from './use-flow-keys.ts';
import { useTestChat } from './use-test-chat.ts';
import { useVisibleFaults } from './use-visible-faults.ts';

/** Loaded with the canvas library, the largest part of the screen. */
const Canvas = lazy(() => import('./canvas.tsx').then(({ Canvas: part }) => ({ default: part })));

type View = 'canvas' | 'list';
/** Width of the panel with its margin. */
const COVERED_PX = 352;

/** The flow being edited, its selection and its test. */
export function Builder({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation('bots');
  const [store] = useState(() => createFlowStore(bot.draft));
  const { state, faults, save, rename } = useAutosave(bot, store);
  const chat = useTestChat(bot._id, save);
  const [chosenView, setView] = useState<View>('canvas');
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const view = isPhone ? 'list' : chosenView;
  const [panel, setPanel] = useState<'step' | 'test' | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [added, setAdded] = useState<string | null>(null);
  const [isDeploying, setDeploying] = useState(false);
  const { visible, holdNew, fields } = useVisibleFaults(faults, chosen);
  const keys = useFlowKeys(store, chosen, setChosen);
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    setAdded(null);
    if (ids.size > 0) setPanel('step');
    else if (panel === 'step') setPanel(null);
  };
  const showNew = (id: string) => {
    holdNew(id);
    choose(new Set([id]));
    setAdded(id);
  };
  const step = useStore(store, ({ nodes }) => (chosen.size === 1 ? nodes.find(({ id }) => chosen.has(id)) : undefined));
  const name = bot.name || t('list.untitled');
  const chooseOne = (id: string) => choose(new Set([id]));
  return (
    <PageFrame isFilling gapPx={12}>
      <header className={classes.bar}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('builder.back')}
          renderRoot={(root) => <Link to="/bot-detail-view/$botId" params={{ botId: bot._id }} {...root} />}
        >
          <IconArrowLeft size={18} className="flip-rtl" aria-hidden />
        </ActionIcon>
        <BotName name={name} onRename={bot.abilities.edit ? rename : undefined} />
        <StatusBadge context="bot" state={botStatus(bot)} />
        {bot.deployment && <Hint dir="ltr">{t('builder.version', { number: bot.deployment.versionNumber })}</Hint>}
        <div className={classes.acts}>
          <SaveControls store={store} saveState={state} />
          <Problems store={store} faults={visible} onChoose={chooseOne} />
          {!isPhone && (
            <SegmentedControl
              size="xs"
              aria-label={t('builder.view')}
              value={view}
              data={(['canvas', 'list'] as const).map((value) => ({ value, label: t(`builder.views.${value}`) }))}
              onChange={(next) => setView(next as View)}
            />
          )}
          <FlowMenu store={store} name={name} />
          <Button
            size="xs"
            variant={panel === 'test' ? 'light' : 'default'}
            aria-pressed={panel === 'test'}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => setPanel(panel === 'test' ? null : 'test')}
          >
            {t('builder.runTest')}
          </Button>
          <Button
            size="xs"
            disabled={!bot.abilities.deploy || faults.length > 0}
            onClick={() => void save().then(() => setDeploying(true))}
          >
            {t('detail.deploy')}
          </Button>
        </div>
      </header>
      <AddStepContext value={(kind, after) => showNew(addStep(store, kind, after))}>
        <div className={classes.page} data-covered={panel !== null || undefined} {...keys}>
          <Card as="div" className={classes.surface}>
            {view === 'canvas' ? (
              <Suspense fallback={<div className={classes.canvas} />}>
                <Canvas
                  store={store}
                  faults={visible}
                  progress={chat.progress}
                  chosen={chosen}
                  coveredPx={panel === null ? 0 : COVERED_PX}
                  onChoose={choose}
                />
              </Suspense>
            ) : (
              <ListView store={store} faults={visible} chosen={[...chosen][0] ?? null} onChoose={chooseOne} />
            )}
          </Card>
          {panel === 'step' && (
            <SidePanel
              title={step ? t(`kinds.${step.kind}`) : t('builder.step')}
              icon={step && <KindIcon kind={step.kind} />}
              onClose={() => choose(new Set())}
              {...fields}
            >
              <Inspector
                botId={bot._id}
                store={store}
                chosen={chosen}
                faults={visible}
                isNew={chosen.size === 1 && added !== null && chosen.has(added)}
                onChoose={choose}
                onAdded={showNew}
              />
            </SidePanel>
          )}
          {panel === 'test' && (
            <SidePanel title={t('builder.runTest')} onClose={() => setPanel(null)}>
              <TestChat chat={chat} hasFaults={faults.length > 0} />
            </SidePanel>
          )}
        </div>
      </AddStepContext>
      {isDeploying && <DeployDialog bot={bot} onClose={() => setDeploying(false)} />}
    </PageFrame>
  );
}
