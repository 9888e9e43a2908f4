import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { MAX_MACRO_ACTIONS, type Macro, type MacroAction } from '@switchyard/contracts/inbox/macros';
import { PRIORITIES } from '@switchyard/contracts/inbox/views';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { choicesOf } from '../../../lib/api/choices.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { members, quickReplies, teams, useInboxChanges } from '../api/inbox.ts';

/** The macros a person can run, with a form for those they may edit. */
export function MacroSettings({ macros }: { macros: readonly Macro[] }) {
  const { t } = useTranslation('inbox');
  const { workspace } = useMe();
  const { removeMacro } = useInboxChanges();
  const [edited, setEdited] = useState<Macro | 'new' | null>(null);
  if (edited) return <MacroForm macro={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Stack gap="sm">
      {macros.length === 0 && <Hint>{t('macros.none')}</Hint>}
      {removeMacro.error && <Notice tone="error">{failureText(removeMacro.error)}</Notice>}
      {macros.map((macro) => (
        <Group key={macro._id} wrap="nowrap" justify="space-between">
          <div style={{ minInlineSize: 0, overflowWrap: 'anywhere' }}>
            <bdi>{macro.name}</bdi>
            <Hint size="xs">{macro.actions.map(({ kind }) => t(`macros.kinds.${kind}`)).join(', ')}</Hint>
          </div>
          {(macro.isMine || workspace.role !== 'member') && (
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('macros.edit', { name: macro.name })}
                onClick={() => setEdited(macro)}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('macros.remove', { name: macro.name })}
                onClick={() => removeMacro.mutate({ id: macro._id })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          )}
        </Group>
      ))}
      <Group>
        <Button variant="default" onClick={() => setEdited('new')}>
          {t('macros.add')}
        </Button>
      </Group>
    </Stack>
  );
}

const KINDS = [
  'assign',
  'assignTeam',
  'addLabels',
  'prioritize',
  'snooze',
  'resolve',
  'reopen',
  'insertReply',
] as const satisfies readonly MacroAction['kind'][];

function MacroForm({ macro, onClose }: { macro: Macro | null; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  const { addMacro, changeMacro } = useInboxChanges();
  const [name, setName] = useState(macro?.name ?? '');
  const [actions, setActions] = useState<MacroAction[]>(macro?.actions ?? [{ kind: 'assign', userId: 'me' }]);
  const [isShared, setShared] = useState(macro?.isShared ?? true);
  const teamList = useQuery(teams()).data?.data ?? [];
  const replies = useQuery(quickReplies()).data?.data ?? [];
  const begun = (kind: MacroAction['kind']): MacroAction => {
    switch (kind) {
      case 'assign':
        return { kind, userId: 'me' };
      case 'assignTeam':
        return { kind, teamId: teamList[0]?._id ?? null };
      case 'addLabels':
        return { kind, labels: [] };
      case 'prioritize':
        return { kind, priority: 'high' };
      case 'snooze':
        return { kind, days: 1, at: '09:00', wakesOnReply: true };
      case 'insertReply':
        return { kind, quickReplyId: replies[0]?._id ?? '' };
      case 'resolve':
      case 'reopen':
        return { kind };
    }
  };
  const kinds = KINDS.filter((kind) => kind !== 'insertReply' || replies.length > 0).map((value) => ({
    value,
    label: t(`macros.kinds.${value}`),
  }));
  const setAt = (place: number, action: MacroAction) =>
    setActions(actions.map((existing, index) => (index === place ? action : existing)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = { name: name.trim(), actions, isShared };
    if (macro) changeMacro.mutate({ id: macro._id, ...fields }, { onSuccess: onClose });
    else addMacro.mutate(fields, { onSuccess: onClose });
  };
  const failure = addMacro.error ?? changeMacro.error;
  const isComplete = actions.every((action) => action.kind !== 'addLabels' || action.labels.length > 0);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('macros.name')}
          value={name}
          maxLength={60}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {actions.map((action, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no other name than their place
          <Group key={place} gap="xs" align="end">
            <NativeSelect
              flex={1}
              miw={130}
              aria-label={t('macros.action')}
              data={kinds}
              value={action.kind}
              onChange={({ currentTarget: { value } }) => {
                const kind = KINDS.find((kind) => kind === value);
                if (kind) setAt(place, begun(kind));
              }}
            />
            <ActionFields action={action} onChange={(next) => setAt(place, next)} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('macros.removeAction')}
              disabled={actions.length === 1}
              onClick={() => setActions(actions.filter((_, index) => index !== place))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            disabled={actions.length >= MAX_MACRO_ACTIONS}
            onClick={() => setActions([...actions, { kind: 'resolve' }])}
          >
            {t('macros.addAction')}
          </Button>
        </Group>
        <Checkbox
          label={t('quick.shared')}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
        {failure && <Notice tone="error">{failureText(failure)}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('macros.back')}
          </Button>
          <Button
            type="submit"
            loading={addMacro.isPending || changeMacro.isPending}
            disabled={name.trim() === '' || !isComplete}
          >
            {t('macros.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Fields of an action, depending on its kind. */
function ActionFields({ action, onChange }: { action: MacroAction; onChange: (action: MacroAction) => void }) {
  const { t } = useTranslation('inbox');
  const people = useQuery(members()).data?.data ?? [];
  const teamList = useQuery(teams()).data?.data ?? [];
  const replies = useQuery(quickReplies()).data?.data ?? [];
  const choice = (value: string, data: { value: string; label: string }[], onChoose: (chosen: string) => void) => (
    <NativeSelect
      flex={1}
      miw={130}
      aria-label={t(`macros.kinds.${action.kind}`)}
      data={data}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
  switch (action.kind) {
    case 'assign':
      return choice(
        action.userId ?? '',
        [
          { value: 'me', label: t('macros.me') },
          { value: '', label: t('nobody') },
          ...people.map(({ _id: value, fullName: label }) => ({ value, label })),
        ],
        (userId) => onChange({ ...action, userId: userId || null }),
      );
    case 'assignTeam':
      return choice(action.teamId ?? '', [{ value: '', label: t('noTeam') }, ...choicesOf(teamList)], (teamId) =>
        onChange({ ...action, teamId: teamId || null }),
      );
    case 'addLabels':
      return (
        <TagsInput
          flex={1}
          miw={130}
          aria-label={t('labels')}
          placeholder={action.labels.length === 0 ? t('addLabel') : ''}
          value={action.labels}
          maxTags={20}
          onChange={(labels) => onChange({ ...action, labels })}
        />
      );
    case 'prioritize':
      return choice(
        action.priority,
        PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) })),
        (value) => {
          const priority = PRIORITIES.find((priority) => priority === value);
          if (priority) onChange({ ...action, priority });
        },
      );
    case 'snooze':
      return (
        <>
          <NumberInput
            w={90}
            aria-label={t('macros.days')}
            min={1}
            max={365}
            allowDecimal={false}
            value={action.days}
            onChange={(days) => onChange({ ...action, days: Number(days) || 1 })}
          />
          <TextInput
            type="time"
            aria-label={t('macros.at')}
            value={action.at}
            onChange={({ currentTarget: { value } }) => onChange({ ...action, at: value || action.at })}
          />
        </>
      );
    case 'insertReply':
      return choice(
        action.quickReplyId,
        replies.map(({ _id: value, title: label }) => ({ value, label })),
        (quickReplyId) => onChange({ ...action, quickReplyId }),
      );
    default:
      return null;
  }
}
