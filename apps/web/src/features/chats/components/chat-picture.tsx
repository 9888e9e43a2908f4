import { Avatar, Button, Group } from '@mantine/core';
import type { Chat } from '@switchyard/contracts/chats/operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { useFileAddress } from '../../../lib/files/stored-file.ts';
import '../texts.ts';

/** The picture of a person or group, with a button to fetch it. */
export function ChatPicture({
  engineId,
  chat,
}: {
  engineId: string;
  chat: Pick<Chat, 'chat' | 'name' | 'pictureFileId'>;
}) {
  const { t } = useTranslation('chats');
  const fetching = useMutation(apiQuery.chats.picture.mutationOptions());
  const fileId = fetching.data === undefined ? chat.pictureFileId : fetching.data.fileId;
  const name = chat.name ?? chat.chat;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        {fileId === null ? <Avatar size={44} aria-hidden /> : <Stored fileId={fileId} label={t('avatar', { name })} />}
        <Button
          size="compact-xs"
          variant="default"
          loading={fetching.isPending}
          onClick={() => fetching.mutate({ id: engineId, chat: chat.chat })}
        >
          {t('fetchPicture')}
        </Button>
        {fetching.data?.fileId === null && (
          <Hint size="xs" role="status">
            {t('noPicture')}
          </Hint>
        )}
      </Group>
      {fetching.isError && <Notice tone="error">{fetching.error.message}</Notice>}
    </>
  );
}

function Stored({ fileId, label }: { fileId: string; label: string }) {
  return <Avatar size={44} src={useFileAddress(fileId, null)} alt={label} />;
}
