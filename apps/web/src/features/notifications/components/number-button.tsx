import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { toast } from '../../../components/toasts.ts';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';

/** At which WhatsApp number one is told; left empty, at none. */
export function NumberField({ mobile, isReadOnly }: { mobile: string | null; isReadOnly: boolean }) {
  const { t } = useTranslation('notifications');
  const queries = useQueryClient();
  const [value, setValue] = useState(mobile ?? '');
  // People write numbers with spaces, brackets and dashes.
  const given = value.replaceAll(/[\s()./-]/g, '');
  const save = useMutation(
    apiQuery.notifications.setNumber.mutationOptions({
      onSuccess: (saved) => {
        queries.setQueryData(apiQuery.notifications.preferences.queryKey(), saved);
        setValue(saved.mobile ?? '');
        toast(t(saved.mobile === null ? 'preferences.number.removed' : 'preferences.number.saved'));
      },
    }),
  );
  const example = useMe().workspace.exampleNumber;
  const error = save.error ? errorFromFailure(save.error) : null;
  return (
    <Card
      as="form"
      aria-label={t('preferences.number.label')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ mobile: given || null });
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          type="tel"
          dir="ltr"
          maxLength={32}
          autoComplete="tel"
          label={t('preferences.number.label')}
          description={t('preferences.number.hint')}
          placeholder={example}
          value={value}
          disabled={isReadOnly}
          error={error && (error.faultOf('mobile') ? t('preferences.number.wrong', { example }) : error.message)}
          onChange={(event) => setValue(event.currentTarget.value)}
          style={{ flex: '1 1 240px' }}
        />
        {!isReadOnly && (
          <Button type="submit" variant="default" loading={save.isPending} disabled={given === (mobile ?? '')}>
            {t('preferences.number.save')}
          </Button>
        )}
      </Group>
    </Card>
  );
}
