import {
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { qrPath } from '../../../lib/qr/qr-path.ts';
import { clearCurrentUser } from '../../../lib/signed-in/current-user.ts';
import '../account-texts.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, newRecoveryCodes } from '../api/two-factor.ts';

export type TwoFactorAction = 'begin' | 'end' | 'codes';

const TITLES = {
  begin: 'security.twoFactor.beginTitle',
  end: 'security.twoFactor.endTitle',
  codes: 'security.twoFactor.newCodesTitle',
} as const;

const SUBMITS = {
  begin: 'security.twoFactor.next',
  end: 'security.twoFactor.end',
  codes: 'security.twoFactor.make',
} as const;

/** Sets up or ends the second factor, or makes new recovery codes: each after the password, if there is one. */
export function TwoFactorDialog({
  action,
  hasPassword,
  onClose,
}: {
  action: TwoFactorAction | null;
  hasPassword: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const title = t(TITLES[action ?? 'begin']);
  return (
    // A click outside must not discard a half-finished setup, or codes that are shown once.
    <Modal opened={action !== null} onClose={onClose} title={title} closeOnClickOutside={false}>
      {action && <Steps action={action} hasPassword={hasPassword} onClose={onClose} />}
    </Modal>
  );
}

function Steps({
  action,
  hasPassword,
  onClose,
}: {
  action: TwoFactorAction;
  hasPassword: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const router = useRouter();
  const [totpUri, setTotpUri] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const [isOn, setIsOn] = useState(false);
  // Other workspaces may have become accessible, or inaccessible.
  const refresh = async () => {
    clearCurrentUser();
    await Promise.all([queries.invalidateQueries({ queryKey: apiQuery.accounts.key() }), router.invalidate()]);
  };
  const start = useMutation({
    mutationFn: async (password: string | undefined) => {
      if (action === 'end') {
        await endTwoFactor(password);
        toast(t('security.twoFactor.ended'));
        await refresh();
        onClose();
      } else if (action === 'codes') {
        setCodes((await newRecoveryCodes(password)).backupCodes);
        setIsOn(true);
      } else {
        const setup = await beginTwoFactor(password);
        setTotpUri(setup.totpURI);
        setCodes(setup.backupCodes);
      }
    },
  });
  const confirm = useMutation({
    mutationFn: confirmTwoFactor,
    onSuccess: async () => {
      setIsOn(true);
      toast(t('security.twoFactor.done'));
      await refresh();
    },
  });
  if (isOn) return <RecoveryCodes codes={codes} onKept={onClose} />;
  if (totpUri !== null) {
    return (
      <Stack>
        <AppCode uri={totpUri} />
        <OneField
          key="code"
          label={t('security.twoFactor.code')}
          submit={t('security.twoFactor.finish')}
          mutation={confirm}
          field="code"
        />
      </Stack>
    );
  }
  return (
    <Stack>
      {action === 'end' && <Text size="sm">{t('security.twoFactor.endText')}</Text>}
      {action === 'codes' && <Text size="sm">{t('security.twoFactor.newCodesText')}</Text>}
      {hasPassword ? (
        <OneField
          key="password"
          label={t('security.twoFactor.confirmPassword')}
          submit={t(SUBMITS[action])}
          mutation={start}
          field="password"
        />
      ) : (
        <WithoutPassword submit={t(SUBMITS[action])} mutation={start} />
      )}
    </Stack>
  );
}

/** For users of the provider, who have no password to enter. */
function WithoutPassword({
  submit,
  mutation,
}: {
  submit: string;
  mutation: { mutate: (password: undefined) => void; isPending: boolean; error: Error | null };
}) {
  return (
    <>
      {mutation.error && <Notice tone="error">{errorFromFailure(mutation.error).message}</Notice>}
      <Group justify="flex-end">
        <Button data-autofocus loading={mutation.isPending} onClick={() => mutation.mutate(undefined)}>
          {submit}
        </Button>
      </Group>
    </>
  );
}

function OneField(props: {
  label: string;
  submit: string;
  field: 'password' | 'code';
  mutation: { mutate: (value: string) => void; isPending: boolean; error: Error | null };
}) {
  const { t } = useTranslation('account');
  const [value, setValue] = useState('');
  const { mutation, field } = props;
  const error = mutation.error ? errorFromFailure(mutation.error) : null;
  const fault = error?.faultOf(field);
  const shared = {
    label: props.label,
    value,
    error: fault,
    'data-autofocus': true,
    onChange: (event: { currentTarget: HTMLInputElement }) => setValue(event.currentTarget.value),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate(field === 'code' ? value.replaceAll(/\s/g, '') : value);
      }}
    >
      <Stack>
        {error && !fault && <Notice tone="error">{error.message}</Notice>}
        {field === 'password' ? (
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': t('security.password.show') }}
            {...shared}
            autoComplete="current-password"
          />
        ) : (
          <TextInput {...shared} autoComplete="one-time-code" inputMode="numeric" dir="ltr" />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={mutation.isPending} disabled={value === ''}>
            {props.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Dark on white in both colour schemes, as scanners expect. */
function AppCode({ uri }: { uri: string }) {
  const { t } = useTranslation('account');
  const { size, path } = useMemo(() => qrPath(uri), [uri]);
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <Text size="sm">{t('security.twoFactor.scan')}</Text>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t('security.twoFactor.qr')}
        style={{ maxInlineSize: 220 }}
      >
        <rect width={size} height={size} fill="#ffffff" />
        <path d={path} fill="#0b1512" />
      </svg>
      <TextInput
        label={t('security.twoFactor.key')}
        value={key}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
      />
    </>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Stack>
      <Text size="sm">{t('security.twoFactor.codes')}</Text>
      <SimpleGrid cols={2} spacing="xs" aria-label={t('security.twoFactor.codesTitle')} role="list">
        {codes.map((code) => (
          <Code key={code} role="listitem" dir="ltr">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'security.twoFactor.copied' : 'security.twoFactor.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>{t('security.twoFactor.kept')}</Button>
      </Group>
    </Stack>
  );
}
