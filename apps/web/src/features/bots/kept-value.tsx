import { Anchor } from '@mantine/core';
import { FILES_PATH } from '@switchyard/contracts/files/operations';
import { fileIn, valueWords } from './value-words.ts';

/** A variable's value; a stored file is a link. */
export function KeptValue({ value }: { value: unknown }) {
  const file = fileIn(value);
  if (!file?.fileId) return <bdi>{file?.fileName ?? valueWords(value)}</bdi>;
  return (
    <Anchor href={`${FILES_PATH}/${file.fileId}`} target="_blank" rel="noreferrer" size="sm">
      <bdi>{file.fileName}</bdi>
    </Anchor>
  );
}
