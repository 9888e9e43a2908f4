import { Button, CopyButton, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { WORKSPACE_ROLES, type WorkspaceRole } from '@switchyard/contracts/workspaces/operations';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';

/** Invites somebody by email address, and shows the link once. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('workspaces');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('invite.title')}>
      {isOpen && <Invite onClose={onClose} />}
    </Modal>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workspaces');
  const me = useMe();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<WorkspaceRole>('member');
  const invite = useMutation(apiQuery.workspaces.invite.mutationOptions());
  const roles = WORKSPACE_ROLES.filter((role) => role !== 'owner' || me.workspace.role === 'owner');
  const fault = invite.error instanceof ApiError ? invite.error.faultOf('email') : undefined;
  const { data } = invite;
  if (data) {
    return (
      <Stack>
        <Text size="sm">{data.isMailed ? t('invite.mailed', { email: data.email }) : t('invite.notMailed')}</Text>
        <TextInput
          label={t('invite.link')}
          value={data.link}
          readOnly
          dir="ltr"
          onFocus={(event) => event.target.select()}
        />
        <Hint size="xs">{t('invite.once', { email: data.email })}</Hint>
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              setEmail('');
              invite.reset();
            }}
          >
            {t('invite.another')}
          </Button>
          <CopyButton value={data.link}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t('invite.copied') : t('invite.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('invite.done')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ email: email.trim(), role });
      }}
    >
      <Stack>
        {invite.error && !fault && <Notice tone="error">{invite.error.message}</Notice>}
        <TextInput
          label={t('invite.email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          error={fault}
          data-autofocus
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('invite.role')}
          description={t(`roleHint.${role}`)}
          value={role}
          data={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(event) => setRole(event.currentTarget.value as WorkspaceRole)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending} disabled={email.trim() === ''}>
            {t('invite.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
