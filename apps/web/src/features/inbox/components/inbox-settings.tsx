import { ActionIcon, Button, Group, Modal, MultiSelect, NativeSelect, Stack, Tabs, TextInput } from '@mantine/core';
import type { Team } from '@switchyard/contracts/inbox/operations';
import { VISIBILITIES } from '@switchyard/contracts/inbox/views';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { failureText } from '../../../components/failure-text.ts';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { inboxPeople, members, teams, useInboxChanges } from '../api/inbox.ts';
import { WorkSettings } from './work-settings.tsx';

/** Teams, visibility and assignment; for owners and admins. */
export function InboxSettings({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('inbox');
  return (
    <Modal opened onClose={onClose} size="lg" title={t('settings.title')}>
      <Tabs defaultValue="teams" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="teams">{t('settings.teams')}</Tabs.Tab>
          <Tabs.Tab value="people">{t('settings.people')}</Tabs.Tab>
          <Tabs.Tab value="work">{t('settings.work')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="teams">
          <Teams />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <People />
        </Tabs.Panel>
        <Tabs.Panel value="work">
          <WorkSettings />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

function Teams() {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const known = useQuery(teams());
  const [edited, setEdited] = useState<Team | 'new' | null>(null);
  const [removed, setRemoved] = useState<Team | null>(null);
  const { removeTeam } = useInboxChanges();
  if (known.isError) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  const rows = known.data?.data ?? [];
  if (edited) return <TeamForm team={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Stack gap="sm">
      {known.isSuccess && rows.length === 0 && <Hint>{t('settings.noTeams')}</Hint>}
      {rows.map((team) => (
        <Group key={team._id} wrap="nowrap" justify="space-between">
          <div style={{ minInlineSize: 0, overflowWrap: 'anywhere' }}>
            <bdi>{team.name}</bdi>
            <Hint size="xs">
              <bdi>{team.members.map(({ name }) => name).join(', ')}</bdi>
            </Hint>
          </div>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={supportMode}
              aria-label={t('settings.editTeam', { name: team.name })}
              onClick={() => setEdited(team)}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={supportMode}
              aria-label={t('settings.removeTeam', { name: team.name })}
              onClick={() => setRemoved(team)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
      ))}
      <Group>
        <Button variant="default" disabled={supportMode} onClick={() => setEdited('new')}>
          {t('settings.addTeam')}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('settings.removeTitle', { name: removed?.name ?? '' })}
        confirm={t('settings.removeConfirm')}
        isRunning={removeTeam.isPending}
        error={removeTeam.error ? failureText(removeTeam.error) : undefined}
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && removeTeam.mutate({ id: removed._id }, { onSuccess: () => setRemoved(null) })}
      >
        {t('settings.removeText')}
      </ConfirmDialog>
    </Stack>
  );
}

function TeamForm({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const { t } = useTranslation('inbox');
  const people = useQuery(members()).data?.data ?? [];
  const { addTeam, changeTeam } = useInboxChanges();
  const [name, setName] = useState(team?.name ?? '');
  const [memberIds, setMemberIds] = useState(team?.members.map(({ userId }) => userId) ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = { name: name.trim(), memberIds };
    if (team) changeTeam.mutate({ id: team._id, ...fields }, { onSuccess: onClose });
    else addTeam.mutate(fields, { onSuccess: onClose });
  };
  const failure = addTeam.error ?? changeTeam.error;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('settings.teamName')}
          value={name}
          maxLength={60}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <MultiSelect
          label={t('settings.members')}
          data={people.map(({ _id: value, fullName: label }) => ({ value, label }))}
          value={memberIds}
          onChange={setMemberIds}
          searchable
        />
        {failure && <Notice tone="error">{failureText(failure)}</Notice>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" loading={addTeam.isPending || changeTeam.isPending} disabled={name.trim() === ''}>
            {t('settings.saveTeam')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function People() {
  const { t } = useTranslation('inbox');
  const { supportMode } = useMe();
  const known = useQuery(inboxPeople());
  const { changePerson } = useInboxChanges();
  if (known.isError) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  const choices = VISIBILITIES.map((value) => ({ value, label: t(`settings.sight.${value}`) }));
  return (
    <Stack gap="sm">
      <Hint>{t('settings.peopleHint')}</Hint>
      {changePerson.error && <Notice tone="error">{failureText(changePerson.error)}</Notice>}
      {known.data?.data.map(({ userId, name, role, sees, capacity, load, isHere }) => (
        <Group key={userId} justify="space-between">
          <div>
            <bdi>{name}</bdi>
            <Hint size="xs">
              {t(isHere ? 'settings.here' : 'settings.away')} · {t('settings.load', { formatted: formatNumber(load) })}
            </Hint>
          </div>
          <NativeSelect
            aria-label={t('settings.sees', { name })}
            data={choices}
            value={role === 'member' ? sees : 'all'}
            disabled={supportMode || role !== 'member'}
            onChange={({ currentTarget: { value } }) => {
              const next = VISIBILITIES.find((sight) => sight === value);
              if (next) changePerson.mutate({ userId, sees: next, capacity });
            }}
          />
        </Group>
      ))}
    </Stack>
  );
}
