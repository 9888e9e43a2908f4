import { ActionIcon, Button, Drawer, Group, Menu, Skeleton, Stack, Switch } from '@mantine/core';
import type { Automation, Rule } from '@switchyard/contracts/automations/operations';
import type { Board } from '@switchyard/contracts/boards/operations';
import { IconArrowLeft, IconBolt, IconDots, IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import classes from '../components/boards.module.css';
import { automationsOf, useAutomationChanges, useLiveAutomations } from './api.ts';
import { AutomationEditor } from './automation-editor.tsx';
import { AutomationLog } from './automation-log.tsx';
import { newStep, newTrigger, RECIPES, ruleFromRecipe } from './draft.ts';
import './texts.ts';

type Shown = { part: 'list' | 'recipes' } | { part: 'new'; rule: Rule } | { part: 'edit' | 'log'; id: string };

/** A board's automations: the list, the editor, and the log of one. */
export function AutomationsDrawer(props: {
  board: Board;
  people: ReadonlyMap<string, string>;
  isReadOnly: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('automations');
  const { board, people } = props;
  const [shown, setShown] = useState<Shown>({ part: 'list' });
  const found = useQuery(automationsOf(board._id));
  useLiveAutomations(board._id);
  const automations = found.data?.data ?? [];
  const current = 'id' in shown ? automations.find(({ _id }) => _id === shown.id) : undefined;
  const showList = () => setShown({ part: 'list' });
  const isList = shown.part === 'list' || ('id' in shown && !current);
  const title = current?.name ?? (isList ? t('title') : t('create'));
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size="lg"
      title={
        <Group gap="xs" wrap="nowrap">
          {!isList && (
            <ActionIcon variant="subtle" color="gray" aria-label={t('back')} onClick={showList}>
              <IconArrowLeft size={18} className="flip-rtl" />
            </ActionIcon>
          )}
          <bdi>{title}</bdi>
        </Group>
      }
    >
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton height={240} />
      ) : shown.part === 'recipes' ? (
        <Recipes board={board} onChoose={(rule) => setShown({ part: 'new', rule })} />
      ) : shown.part === 'new' ? (
        <AutomationEditor board={board} people={people} automation={null} initial={shown.rule} onClose={showList} />
      ) : current && shown.part === 'edit' ? (
        <AutomationEditor
          key={current._id}
          board={board}
          people={people}
          automation={current}
          initial={current}
          onClose={showList}
        />
      ) : current && shown.part === 'log' ? (
        <AutomationLog automation={current} />
      ) : (
        <Stack gap="md">
          <Hint>{t('lead')}</Hint>
          {automations.length === 0 && <EmptyState icon={IconBolt} title={t('none')} text={t('noneText')} />}
          <ul className={classes.history}>
            {automations.map((automation) => (
              <li key={automation._id}>
                <Row
                  automation={automation}
                  isReadOnly={props.isReadOnly}
                  onShow={(part) => setShown({ part, id: automation._id })}
                />
              </li>
            ))}
          </ul>
          {!props.isReadOnly && (
            <Group>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown({ part: 'recipes' })}>
                {t('create')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Drawer>
  );
}

function Recipes({ board, onChoose }: { board: Board; onChoose: (rule: Rule) => void }) {
  const { t } = useTranslation('automations');
  const me = useMe();
  const blank: Rule = {
    name: '',
    trigger: newTrigger('itemCreated', board),
    filters: [],
    steps: [newStep('notify', board)],
  };
  return (
    <Stack gap="xs">
      <Heading size="h5">{t('recipes')}</Heading>
      {RECIPES.map((name) => {
        const rule = ruleFromRecipe(name, board, me._id);
        return (
          rule && (
            <Button
              key={name}
              variant="default"
              justify="flex-start"
              h="auto"
              mih={44}
              leftSection={<IconBolt size={16} aria-hidden />}
              styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
              onClick={() => onChoose(rule)}
            >
              {t(`recipe.${name}`)}
            </Button>
          )
        );
      })}
      <Button variant="subtle" justify="flex-start" onClick={() => onChoose(blank)}>
        {t('blank')}
      </Button>
    </Stack>
  );
}

function Row(props: { automation: Automation; isReadOnly: boolean; onShow: (part: 'edit' | 'log') => void }) {
  const { t } = useTranslation('automations');
  const { automation, isReadOnly, onShow } = props;
  const { _id: id, name, trigger, steps, isActive, stoppedBecause, lastRunAt, nextAt } = automation;
  const { setActive, remove } = useAutomationChanges();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Card as="article" className={classes.message ?? ''}>
      <div className={classes.cardHead}>
        <button type="button" className={classes.title} dir="auto" onClick={() => onShow('edit')} disabled={isReadOnly}>
          {name}
        </button>
        <Group gap="xs" wrap="nowrap">
          <Switch
            aria-label={t('active', { name })}
            checked={isActive}
            disabled={isReadOnly || setActive.isPending}
            onChange={() =>
              setActive.mutate({ id, isActive: !isActive }, { onError: (error) => toastError(failureText(error)) })
            }
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name })}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => onShow('log')}>
                {t('log')}
              </Menu.Item>
              {!isReadOnly && (
                <>
                  <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onShow('edit')}>
                    {t('edit')}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => setRemoving(true)}
                  >
                    {t('remove')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </Group>
      </div>
      <Hint size="sm">
        {[t(`trigger.${trigger.kind}`), ...steps.map(({ kind }) => t(`stepKind.${kind}`))].join(' → ')}
      </Hint>
      {stoppedBecause && <Notice tone="warning">{t(`stopped.${stoppedBecause}`)}</Notice>}
      <Hint size="xs">
        {lastRunAt ? (
          <>
            {t('lastRun')} <RelativeTime at={lastRunAt} />
          </>
        ) : (
          t('neverRan')
        )}
        {nextAt && (
          <>
            {' · '}
            {t('nextRun')} <RelativeTime at={nextAt} exact />
          </>
        )}
      </Hint>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('removeTitle', { name })}
        confirm={t('remove')}
        isRunning={remove.isPending}
        error={remove.error ? failureText(remove.error) : undefined}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate({ id }, { onSuccess: () => toast(t('removed', { name })) })}
      >
        {t('removeText')}
      </ConfirmDialog>
    </Card>
  );
}
