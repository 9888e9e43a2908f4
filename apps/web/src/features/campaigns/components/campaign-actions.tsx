import { Button, Group } from '@mantine/core';
import type { Campaign } from '@switchyard/contracts/campaigns/operations';
import {
  IconBan,
  IconDownload,
  IconMessageForward,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { faultText } from '../../../components/failure-text.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useStateWord } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { api } from '../../../lib/api/client.ts';
import { readAll } from '../../../lib/api/read-all.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { recordExport } from '../../../lib/workbook/record-export.ts';
import { saveFile } from '../../../lib/workbook/save-file.ts';
import { writeTableFile } from '../../../lib/workbook/table-client.ts';
import { useCampaignMutations } from '../api/campaigns.ts';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';

/** Actions available for a campaign in its current state. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns');
  const { _id: id, name, state, counts } = campaign;
  const [isAsked, setIsAsked] = useState(false);
  const { pause, resume, cancel, retryFailed } = useCampaignMutations();
  const exporting = useExport(campaign);
  const error = [pause, resume, retryFailed, exporting].find((action) => action.error)?.error;
  const left = counts.waiting + counts['under-way'];
  const isOpen = state === 'running' || state === 'paused';
  return (
    <>
      {error && <Notice tone="error">{faultText(error)}</Notice>}
      <Group gap="xs">
        {state === 'running' && (
          <Button
            leftSection={<IconPlayerPause size={16} />}
            loading={pause.isPending}
            onClick={() => pause.mutate({ id })}
          >
            {t('act.pause')}
          </Button>
        )}
        {state === 'paused' && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={resume.isPending}
            onClick={() => resume.mutate({ id })}
          >
            {t('act.resume')}
          </Button>
        )}
        {counts.failed > 0 && state !== 'cancelled' && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={retryFailed.isPending}
            onClick={() => retryFailed.mutate({ id })}
          >
            {t('act.retryFailed')}
          </Button>
        )}
        {counts.sent > 0 && (
          <ButtonLink
            to="/launch-campaign"
            search={{ follows: id }}
            variant="default"
            leftSection={<IconMessageForward size={16} />}
          >
            {t('act.followUp')}
          </ButtonLink>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {t('act.export')}
        </Button>
        {isOpen && (
          <Button variant="subtle" color="red" leftSection={<IconBan size={16} />} onClick={() => setIsAsked(true)}>
            {t('act.cancel')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('act.cancelTitle', { name })}
        confirm={t('act.cancel')}
        cancelLabel={t('act.keep')}
        isRunning={cancel.isPending}
        error={cancel.error ? faultText(cancel.error) : undefined}
        onConfirm={() => cancel.mutate({ id }, { onSuccess: () => setIsAsked(false) })}
        onClose={() => setIsAsked(false)}
      >
        {t('act.cancelText', { count: left, formatted: formatNumber(left) })}
      </ConfirmDialog>
    </>
  );
}

/** Exports every recipient to a workbook, once each, with the outcome, its time and the reason. */
function useExport({ _id: id, name }: Campaign) {
  const { t } = useTranslation('campaigns');
  const word = useStateWord('recipient');
  return useMutation({
    mutationFn: async () => {
      // Ordered by number, which is unique: pages neither overlap nor skip anyone while states change.
      const found = await readAll((page) => api.campaigns.recipients({ id, ...page }));
      const rows = found.map((recipient) => [
        recipient.name,
        recipient.mobile,
        word(recipient.state),
        recipient.at ?? '',
        translateText(recipient.reason ?? ''),
        String(recipient.variant + 1),
        String(recipient.ack),
      ]);
      const header = ['Name', 'Number', 'Outcome', 'Time', 'Reason', 'Text', 'Ack'];
      const bytes = await writeTableFile('Recipients', header, rows);
      await recordExport('campaign-recipients', found.length);
      saveFile(bytes, `${name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.xlsx`);
      return found.length;
    },
    onSuccess: (count) => toast(t('act.exported', { formatted: formatNumber(count) })),
  });
}
