import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorFromFailure } from '../../lib/api/api-error.ts';
import { signOut } from '../../lib/signed-in/sign-out.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { toastError } from '../toasts.ts';

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

/** Who is signed in, the colour scheme, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation('frame');
  const me = useMe();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = async () => {
    try {
      await signOut();
      await router.navigate({ to: '/login' });
    } catch (failure) {
      toastError(t('account.signOutFailed', { reason: errorFromFailure(failure).message }));
    }
  };

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton
          aria-label={t('account.menu', { name: me.fullName })}
          style={{ borderRadius: '50%', flex: 'none' }}
        >
          <Avatar size={32} name={me.fullName} color="brand" variant="filled" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text size="sm" fw={550} truncate>
            {me.fullName}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {me.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('account.theme')}</Menu.Label>
        {schemes.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            closeMenuOnClick={false}
            leftSection={<Icon size={16} stroke={1.6} />}
            rightSection={colorScheme === value && <IconCheck size={16} />}
            onClick={() => setColorScheme(value)}
          >
            {t(`account.${value === 'auto' ? 'system' : value}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void leave()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
