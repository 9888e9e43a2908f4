import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { MessageFile } from '@switchyard/contracts/messages';
import { IconChartBar, IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FileCard, UploadingCard } from '../files/file-card.tsx';
import '../texts.ts';
import { newPoll, type PollDraft } from './poll-draft.ts';
import { PollInput } from './poll-input.tsx';
import type { useAttachment } from './use-attachment.ts';

/** What goes with the words: nothing, a file, or a poll. */
export function CarriedInput(props: {
  file: MessageFile | null;
  poll: PollDraft | null;
  attachment: ReturnType<typeof useAttachment>;
  /** By field: `attachment`, `poll`, `poll.0` … */
  faults: Record<string, string | undefined>;
  onChange: (change: { file?: MessageFile | null; poll?: PollDraft | null }) => void;
}) {
  const { t } = useTranslation('messages');
  const { file, poll, attachment, faults, onChange } = props;
  const error = attachment.error ?? faults.attachment;
  const optionFaults = new Map(
    Object.entries(faults).flatMap(([field, text]): [number, string][] =>
      field.startsWith('poll.') && text ? [[Number(field.slice('poll.'.length)), text]] : [],
    ),
  );
  const isFree = !file && !poll && !attachment.uploading;
  return (
    <Stack gap={6}>
      {attachment.uploading ? (
        <UploadingCard {...attachment.uploading} onStop={attachment.stop} />
      ) : (
        file && <FileCard file={file} atHand={attachment.atHand} onRemove={() => onChange({ file: null })} />
      )}
      {poll && (
        <PollInput
          poll={poll}
          faults={optionFaults}
          error={faults.poll}
          onChange={(changed) => onChange({ poll: changed })}
          onRemove={() => onChange({ poll: null })}
        />
      )}
      {isFree && (
        <Group gap="xs">
          <FileButton
            onChange={(chosen) => chosen && void attachment.choose(chosen)}
            inputProps={{ 'aria-hidden': true }}
          >
            {(button) => (
              <Button {...button} size="xs" variant="default" leftSection={<IconPaperclip size={14} />}>
                {t('compose.attach')}
              </Button>
            )}
          </FileButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconChartBar size={14} />}
            onClick={() => onChange({ poll: newPoll() })}
          >
            {t('compose.makePoll')}
          </Button>
        </Group>
      )}
      {isFree && !error && (
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('compose.attachHint')}
        </Text>
      )}
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
      {isFree && faults.poll && (
        <Text size="xs" c="red" role="alert">
          {faults.poll}
        </Text>
      )}
    </Stack>
  );
}
