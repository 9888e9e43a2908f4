import { ActionIcon, Anchor, Button, Input as Field, FileButton, Group, Stack } from '@mantine/core';
import { MAX_FILES } from '@switchyard/contracts/boards/limits';
import { FILES_PATH } from '@switchyard/contracts/files/operations';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../components/failure-text.ts';
import { Notice } from '../../../components/notice.tsx';
import { uploadFile } from '../../../lib/files/upload-file.ts';
import type { CellInputProps } from './cell-input-props.ts';
import '../texts.ts';

/** File names of the current item by file id. */
export const FileNames = createContext<ReadonlyMap<string, string>>(new Map());

/** Files of a cell, with open, add and remove. */
export function FilesInput({ column, value, isDisabled, onCommit }: CellInputProps) {
  const { t } = useTranslation('boards');
  const names = useContext(FileNames);
  const ids = Array.isArray(value) ? value : [];
  const upload = useMutation({
    mutationFn: (files: File[]) =>
      Promise.all(files.map((file) => uploadFile(file, () => undefined, new AbortController().signal))),
    onSuccess: (stored) => onCommit([...ids, ...stored.map(({ _id }) => _id)], 'stay'),
  });
  return (
    <Stack gap={4} role="group" aria-label={column.name}>
      <Field.Label component="span">{column.name}</Field.Label>
      {ids.map((id) => {
        const name = names.get(id) ?? t('cell.file');
        return (
          <Group key={id} gap="xs" wrap="nowrap">
            <IconPaperclip size={16} aria-hidden />
            <Anchor
              href={`${FILES_PATH}/${id}`}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
              style={{ flex: 1, overflowWrap: 'anywhere' }}
            >
              <bdi>{name}</bdi>
            </Anchor>
            {!isDisabled && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('cell.dropFile', { name })}
                onClick={() =>
                  onCommit(
                    ids.filter((fileId) => fileId !== id),
                    'stay',
                  )
                }
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {!isDisabled && (
        <Group>
          <FileButton multiple onChange={(files) => files.length > 0 && upload.mutate(files)}>
            {(button) => (
              <Button
                {...button}
                size="sm"
                variant="default"
                loading={upload.isPending}
                disabled={ids.length >= MAX_FILES}
                leftSection={<IconPaperclip size={14} aria-hidden />}
              >
                {t('cell.addFile')}
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {upload.error && <Notice tone="error">{failureText(upload.error)}</Notice>}
    </Stack>
  );
}
