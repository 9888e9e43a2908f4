import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { Security } from '@switchyard/contracts/accounts/operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import '../account-texts.ts';
import { type TwoFactorAction, TwoFactorDialog } from './two-factor-dialog.tsx';

/** Whether sign-in needs a code from an authenticator app, and ways to change that. */
export function TwoFactorCard({ security, isReadOnly }: { security: Security; isReadOnly: boolean }) {
  const { t } = useTranslation('account');
  const [action, setAction] = useState<TwoFactorAction | null>(null);
  const { hasTwoFactor, hasPassword, demandedBy } = security;
  const button = (of: TwoFactorAction, text: string) => (
    <Button variant={of === 'begin' ? 'filled' : 'default'} onClick={() => setAction(of)}>
      {text}
    </Button>
  );
  return (
    <Card aria-label={t('security.twoFactor.title')}>
      <Stack>
        <Group justify="space-between">
          <Heading>{t('security.twoFactor.title')}</Heading>
          <Badge variant="light" color={hasTwoFactor ? 'brand' : 'gray'}>
            {t(hasTwoFactor ? 'security.twoFactor.on' : 'security.twoFactor.off')}
          </Badge>
        </Group>
        <Hint>{t('security.twoFactor.about')}</Hint>
        {demandedBy.length > 0 && (
          <Text size="sm">{t('security.twoFactor.demandedBy', { names: demandedBy.join(', ') })}</Text>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            {hasTwoFactor ? (
              <>
                {button('codes', t('security.twoFactor.newCodes'))}
                {button('end', t('security.twoFactor.end'))}
              </>
            ) : (
              button('begin', t('security.twoFactor.begin'))
            )}
          </Group>
        )}
      </Stack>
      <TwoFactorDialog action={action} hasPassword={hasPassword} onClose={() => setAction(null)} />
    </Card>
  );
}
