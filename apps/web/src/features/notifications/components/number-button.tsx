import { Button, Group, Popover, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';

/** The WhatsApp number for notifications; empty for none. */
export function NumberButton({ mobile }: { mobile: string | null }) {
  const { t } = useTranslation('notifications');
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState(mobile ?? '');
  // People write numbers with spaces, brackets and dashes.
  const number = value.replaceAll(/[\s()./-]/g, '');
  const save = useMutation(
    apiQuery.notifications.setNumber.mutationOptions({
      onSuccess: (saved) => {
        queries.setQueryData(apiQuery.notifications.preferences.queryKey(), saved);
        setValue(saved.mobile ?? '');
        setOpen(false);
        toast(t(saved.mobile === null ? 'preferences.number.removed' : 'preferences.number.saved'));
      },
    }),
  );
  const example = useMe().workspace.exampleNumber;
  const error = save.error ? errorFromFailure(save.error) : null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus withArrow>
      <Popover.Target>
        <Button size="compact-xs" variant="default" onClick={() => setOpen(!isOpen)}>
          {mobile === null ? t('preferences.add') : <bdi>{mobile}</bdi>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ mobile: number || null });
          }}
        >
          <TextInput
            type="tel"
            dir="ltr"
            maxLength={32}
            autoComplete="tel"
            label={t('preferences.number.label')}
            description={t('preferences.number.hint')}
            placeholder={example}
            value={value}
            error={error && (error.faultOf('mobile') ? t('preferences.number.wrong', { example }) : error.message)}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="sm">
            <Button type="submit" loading={save.isPending} disabled={number === (mobile ?? '')}>
              {t('preferences.number.save')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
