import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCreditCard, IconLogout, IconUser } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorFromFailure } from '../../lib/api/api-error.ts';
import { CLOCKS, type Clock, chooseClock, useClock } from '../../lib/format/clock.ts';
import { saveTimes } from '../../lib/signed-in/save-times.ts';
import { signOut } from '../../lib/signed-in/sign-out.ts';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { Hint } from '../hint.tsx';
import { MenuItemLink } from '../menu-item-link.tsx';
import { toastError } from '../toasts.ts';
import classes from './top-bar.module.css';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** The signed-in user, their plan, display preferences and sign-out. */
export function AccountMenu() {
  const { t } = useTranslation('frame');
  const me = useMe();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const clock = useClock();
  const keepClock = async (value: Clock) => {
    chooseClock(value);
    if (me.supportMode) return;
    try {
      await saveTimes({ clock: value === 'region' ? null : value });
      await router.invalidate();
    } catch (failure) {
      toastError(t('account.notKept', { reason: errorFromFailure(failure).message }));
    }
  };
  const signOutAndLeave = async () => {
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
          className={classes.account ?? ''}
          aria-label={t('account.menu', { name: me.fullName })}
          data-initials={me.picture ? '' : initialsOf(me.fullName)}
          style={me.picture ? { backgroundImage: `url(${me.picture})`, backgroundSize: 'cover' } : undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text size="sm" fw={550} dir="auto" truncate>
            {me.fullName}
          </Text>
          <Hint size="xs" dir="auto" truncate>
            {me.email}
          </Hint>
        </div>
        <Menu.Divider />
        <MenuItemLink to="/account" leftSection={<IconUser size={16} stroke={1.6} />}>
          {t('account.own')}
        </MenuItemLink>
        <MenuItemLink to="/account-subscription" leftSection={<IconCreditCard size={16} stroke={1.6} />}>
          {t('account.subscription')}
        </MenuItemLink>
        <Menu.Divider />
        <Menu.Label>{t('account.theme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          {SCHEMES.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {t(`account.${value === 'auto' ? 'system' : value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('account.clock')}</Menu.Label>
        <Menu.RadioGroup value={clock} onChange={(value) => void keepClock(value as Clock)}>
          {CLOCKS.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {t(`account.clocks.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => void signOutAndLeave()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = (word: string | undefined) => [...(word ?? '')][0] ?? '';
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toUpperCase();
}
