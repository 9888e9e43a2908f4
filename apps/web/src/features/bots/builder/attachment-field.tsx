import { Button, FileButton, Group, Text } from '@mantine/core';
import type { NodeOf } from '@switchyard/contracts/bots/flow';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { uploadFile } from '../../../lib/files/upload-file.ts';
import '../texts.ts';

type Attachment = NodeOf<'send'>['attachment'];

/** The file that a step sends. */
export function AttachmentField({ value, onChange }: { value: Attachment; onChange: (value: Attachment) => void }) {
  const { t } = useTranslation('bots');
  const [name, setName] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(file, () => undefined, new AbortController().signal),
  });
  if (value) {
    return (
      <Group gap="xs" wrap="nowrap">
        <IconPaperclip size={16} aria-hidden />
        <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
          <bdi>{name ?? t('builder.attached')}</bdi>
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
          {t('builder.detach')}
        </Button>
      </Group>
    );
  }
  return (
    <div>
      <FileButton
        onChange={(file) => {
          if (!file) return;
          upload.mutate(file, {
            onSuccess: ({ _id, name: stored }) => {
              setName(stored);
              onChange({ fileId: _id });
            },
          });
        }}
      >
        {(props) => (
          <Button
            {...props}
            size="compact-sm"
            variant="default"
            loading={upload.isPending}
            leftSection={<IconPaperclip size={14} aria-hidden />}
          >
            {t('builder.attach')}
          </Button>
        )}
      </FileButton>
      {upload.error && <Notice tone="error">{upload.error.message}</Notice>}
    </div>
  );
}
