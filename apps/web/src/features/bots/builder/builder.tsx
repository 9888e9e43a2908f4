import { SegmentedControl } from '@mantine/core';
import type { BotDetail } from '@switchyard/contracts/bots/operations';
import { IconArrowLeft } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { PageFrame } from '../../../components/page-frame.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { DeployDialog } from '../detail/deploy-dialog.tsx';
import '../texts.ts';
import classes from './builder.module.css';
import { BuilderActions } from './builder-actions.tsx';
import { createFlowStore } from './flow-store.ts';
import { Inspector } from './inspector.tsx';
import { ListView } from './list-view.tsx';
import { StepBar } from './step-bar.tsx';
import { TestChat } from './test-chat.tsx';
import { useAutosave } from './use-autosave.ts';
import { useFlowKeys } from './use-flow-keys.ts';
import { useTestChat } from './use-test-chat.ts';

/** With the drawing, which weighs more than all else of the screen. */
const Canvas = lazy(() => import('./canvas.tsx').then(({ Canvas: part }) => ({ default: part })));

type View = 'canvas' | 'list';
type Side = 'step' | 'test';

/** The flow that is being edited, what is chosen of it, and its test. */
export function Builder({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation('bots');
  const [store] = useState(() => createFlowStore(bot.draft));
  const { state, faults, save } = useAutosave(bot, store);
  const chat = useTestChat(bot._id, save);
  const [view, setView] = useState<View>('canvas');
  const [side, setSide] = useState<Side>('step');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isDeploying, setDeploying] = useState(false);
  const keys = useFlowKeys(store, chosen, setChosen);
  const choose = (ids: ReadonlySet<string>) => {
    setChosen(ids);
    if (ids.size > 0) setSide('step');
  };
  const name = bot.name || t('list.untitled');
  return (
    <PageFrame isFilling>
      <AnchorLink
        to="/bot-detail-view/$botId"
        params={{ botId: bot._id }}
        size="sm"
        style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
      >
        <IconArrowLeft size={16} className="flip-rtl" aria-hidden />
        {t('builder.back')}
      </AnchorLink>
      <PageHeader
        title={t('builder.title', { name })}
        actions={
          <BuilderActions
            store={store}
            name={name}
            saveState={state}
            canDeploy={bot.abilities.deploy && faults.length === 0}
            onDeploy={() => void save().then(() => setDeploying(true))}
          />
        }
      />
      <div className={classes.page} {...keys}>
        <div className={classes.main}>
          <div className={classes.bar}>
            <SegmentedControl
              size="xs"
              aria-label={t('builder.view')}
              value={view}
              data={(['canvas', 'list'] as const).map((value) => ({ value, label: t(`builder.views.${value}`) }))}
              onChange={(next) => setView(next as View)}
            />
            <StepBar store={store} chosen={chosen} onAdded={(id) => choose(new Set([id]))} />
          </div>
          <Card as="div" className={classes.surface}>
            {view === 'canvas' ? (
              <Suspense fallback={<div className={classes.canvas} />}>
                <Canvas store={store} faults={faults} lit={chat.lit} chosen={chosen} onChoose={choose} />
              </Suspense>
            ) : (
              <ListView
                store={store}
                faults={faults}
                chosen={[...chosen][0] ?? null}
                onChoose={(id) => choose(new Set([id]))}
              />
            )}
          </Card>
        </div>
        <div className={classes.side}>
          <SegmentedControl
            size="xs"
            aria-label={t('builder.side')}
            value={side}
            data={(['step', 'test'] as const).map((value) => ({ value, label: t(`builder.sides.${value}`) }))}
            onChange={(next) => setSide(next as Side)}
          />
          {side === 'step' ? (
            <Inspector botId={bot._id} store={store} chosen={chosen} faults={faults} onChoose={choose} />
          ) : (
            <TestChat chat={chat} hasFaults={faults.length > 0} />
          )}
        </div>
      </div>
      {isDeploying && <DeployDialog bot={bot} onClose={() => setDeploying(false)} />}
    </PageFrame>
  );
}
