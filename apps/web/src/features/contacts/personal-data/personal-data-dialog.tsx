import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { PERSONAL_DATA_EXPORT_PATH, type PersonalDataReport } from '@switchyard/contracts/contacts/personal-data';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { api } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import './texts.ts';

/** Shows, exports and erases the data that the workspace has on a number. */
export function PersonalDataDialog(props: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('personalData');
  const { supportMode, workspace } = useMe();
  const queries = useQueryClient();
  const [mobile, setMobile] = useState('');
  const [isErasing, setIsErasing] = useState(false);
  const find = useMutation({ mutationFn: (number: string) => api.personalData.find({ mobile: number }) });
  const erase = useMutation({
    mutationFn: (number: string) => api.personalData.erase({ mobile: number }),
    onSuccess: () => setIsErasing(false),
    onSettled: () => queries.invalidateQueries(),
  });
  const begin = () => {
    find.reset();
    erase.reset();
  };
  const close = () => {
    begin();
    setMobile('');
    props.onClose();
  };
  const found = erase.data ? undefined : find.data;
  const error = find.error?.message;
  return (
    <>
      <Modal opened={props.isOpen && !isErasing} onClose={close} title={t('title')} size="lg">
        <Stack>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              begin();
              find.mutate(mobile.replace(/[^+0-9]/g, ''));
            }}
          >
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                flex={1}
                dir="ltr"
                type="tel"
                label={t('number')}
                description={t('numberHint', { example: workspace.exampleNumber })}
                value={mobile}
                maxLength={32}
                required
                data-autofocus
                onChange={(event) => setMobile(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={find.isPending}>
                {t('find')}
              </Button>
            </Group>
          </form>
          {!found && !erase.data && !error && <Text size="sm">{t('hint')}</Text>}
          {error && <Notice tone="error">{error}</Notice>}
          {found && <Found report={found} />}
          {erase.data && <Erased report={erase.data} />}
          {found && found.counts.length > 0 && (
            <Group justify="flex-end">
              <Button
                variant="default"
                component="a"
                href={`${PERSONAL_DATA_EXPORT_PATH}?mobile=${encodeURIComponent(found.mobile)}`}
                leftSection={<IconDownload size={16} />}
                download
              >
                {t('export')}
              </Button>
              <Button
                color="red"
                disabled={supportMode}
                leftSection={<IconTrash size={16} />}
                onClick={() => setIsErasing(true)}
              >
                {t('erase')}
              </Button>
            </Group>
          )}
        </Stack>
      </Modal>
      <ConfirmDialog
        isOpen={isErasing}
        title={t('eraseTitle', { number: find.data?.mobile ?? '' })}
        confirm={t('eraseConfirm')}
        isRunning={erase.isPending}
        error={erase.error?.message}
        onConfirm={() => find.data && erase.mutate(find.data.mobile)}
        onClose={() => {
          erase.reset();
          setIsErasing(false);
        }}
      >
        {t('eraseText')}
      </ConfirmDialog>
    </>
  );
}

function Found({ report }: { report: PersonalDataReport }) {
  const { t } = useTranslation('personalData');
  if (report.counts.length === 0) return <Text size="sm">{t('nothing', { number: report.mobile })}</Text>;
  return (
    <>
      <Counts title={t('found', { number: report.mobile })} report={report} />
      <RetainedData title={t('willKeep')} report={report} />
    </>
  );
}

function Erased({ report }: { report: PersonalDataReport & { auditId: string } }) {
  const { t } = useTranslation('personalData');
  return (
    <div role="status">
      {report.counts.length === 0 ? (
        <Text size="sm">{t('erasedNone')}</Text>
      ) : (
        <Counts title={t('erased')} report={report} />
      )}
      <RetainedData title={t('kept')} report={report} />
      <Text size="sm" mt="md">
        {t('entry', { id: report.auditId })}
      </Text>
    </div>
  );
}

function Counts({ title, report }: { title: string; report: PersonalDataReport }) {
  const { t } = useTranslation('personalData');
  return (
    <div>
      <Text fw={550}>{title}</Text>
      <List size="sm">
        {report.counts.map(({ kind, count }) => (
          <List.Item key={kind}>
            {t(`kind.${kind}`)}: {formatNumber(count)}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function RetainedData({ title, report }: { title: string; report: PersonalDataReport }) {
  const { t } = useTranslation('personalData');
  if (report.kept.length === 0) return null;
  return (
    <div>
      <Text fw={550} mt="md">
        {title}
      </Text>
      <List size="sm">
        {report.kept.map(({ kind, reason, count }) => (
          <List.Item key={kind}>
            {t(`kind.${kind}`)}: {formatNumber(count)} ({t(`reason.${reason}`)})
          </List.Item>
        ))}
      </List>
    </div>
  );
}
