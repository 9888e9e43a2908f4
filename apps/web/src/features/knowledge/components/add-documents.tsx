import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { Hint } from '../../../components/hint.tsx';
import '@mantine/dropzone/styles.layer.css';
import { DOCUMENT_ENDINGS } from '@switchyard/contracts/knowledge/limits';
import { MAX_FILE_BYTES } from '@switchyard/contracts/messages/limits';
import { IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useDocumentChanges } from '../api/knowledge.ts';
import { type DocumentUpload, useUploads } from '../api/use-uploads.ts';
import '../texts.ts';
import classes from './knowledge.module.css';

/** Adds files, several at once, and addresses of web pages; shows uploads in progress and what was rejected. */
export function AddDocuments({ baseId }: { baseId: string }) {
  const { t } = useTranslation('knowledge');
  const { add } = useDocumentChanges();
  const [url, setUrl] = useState('');
  const { uploads, dismiss, uploadAll } = useUploads((fileId) => add.mutateAsync({ id: baseId, fileId }));
  const addPage = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ id: baseId, url: url.trim() }, { onSuccess: () => setUrl('') });
  };
  const pageError = add.error && add.variables.url !== undefined ? add.error : null;
  return (
    <Stack gap="xs">
      <div className={classes.add}>
        <Dropzone
          onDrop={(files) => void uploadAll(files)}
          p="md"
          aria-label={t('documents.drop')}
          inputProps={{ 'aria-label': t('documents.drop') }}
        >
          <Group gap="sm" wrap="nowrap">
            <IconUpload size={22} aria-hidden />
            <div>
              <Text size="sm" fw={550}>
                {t('documents.drop')}
              </Text>
              <Hint size="xs">
                {t('documents.hint', {
                  endings: DOCUMENT_ENDINGS.join(', '),
                  megabytes: MAX_FILE_BYTES / 1024 / 1024,
                })}
              </Hint>
            </div>
          </Group>
        </Dropzone>
        <form onSubmit={addPage}>
          <TextInput
            label={t('documents.page')}
            placeholder={t('documents.pagePlaceholder')}
            type="url"
            dir="ltr"
            value={url}
            maxLength={2_000}
            error={pageError && ((pageError instanceof ApiError && pageError.faultOf('url')) || pageError.message)}
            onChange={(event) => setUrl(event.currentTarget.value)}
            rightSectionWidth={112}
            rightSection={
              <Button type="submit" size="compact-sm" variant="light" disabled={url.trim() === ''}>
                {t('documents.addPage')}
              </Button>
            }
          />
        </form>
      </div>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
      ))}
    </Stack>
  );
}

function UploadRow({ upload, onDismiss }: { upload: DocumentUpload; onDismiss: () => void }) {
  const { t } = useTranslation('knowledge');
  if (upload.error !== null) {
    return (
      <Notice tone="error">
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <span>{upload.error}</span>
          <Button size="compact-sm" variant="subtle" flex="none" onClick={onDismiss}>
            {t('documents.close')}
          </Button>
        </Group>
      </Notice>
    );
  }
  const label = t('documents.uploading', { name: upload.name });
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" truncate dir="auto">
        {label}
      </Text>
      <Progress value={upload.part * 100} flex={1} miw={80} aria-label={label} />
      <Button size="compact-sm" variant="subtle" flex="none" onClick={onDismiss}>
        {t('documents.stop')}
      </Button>
    </Group>
  );
}
