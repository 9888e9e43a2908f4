import { Anchor } from '@mantine/core';
import { FILES_PATH } from '@switchyard/contracts/files/operations';
import { formatValue, parseFileValue } from './format-value.ts';

/** A variable's value; a stored file is a link. */
export function VariableValue({ value }: { value: unknown }) {
  const file = parseFileValue(value);
  if (!file?.fileId) return <bdi>{file?.fileName ?? formatValue(value)}</bdi>;
  return (
    <Anchor href={`${FILES_PATH}/${file.fileId}`} target="_blank" rel="noreferrer" size="sm">
      <bdi>{file.fileName}</bdi>
    </Anchor>
  );
}
