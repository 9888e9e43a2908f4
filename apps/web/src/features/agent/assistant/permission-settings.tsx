import { SegmentedControl, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { PERMISSIONS, type Permission } from '@switchyard/contracts/agent/operations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { api, apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import classes from './assistant.module.css';

type ToolRow = Awaited<ReturnType<typeof api.agent.tools>>['data'][number];

/** What the assistant may do without asking, tool by tool; a workspace admin may decide it for everyone. */
export function PermissionSettings() {
  const { t } = useTranslation('agent');
  const tools = useQuery(apiQuery.agent.tools.queryOptions());
  return (
    <Card aria-label={t('assistant.permissions.title')}>
      <Stack gap="sm">
        <Heading>{t('assistant.permissions.title')}</Heading>
        <Hint>{t('assistant.permissions.text')}</Hint>
        {tools.isPending && <Skeleton height={200} />}
        {tools.error && <Notice tone="error">{tools.error.message}</Notice>}
        <ul className={classes.rows}>
          {tools.data?.data.map((tool) => (
            <Row key={tool.name} tool={tool} mayLock={tools.data.mayLock} />
          ))}
        </ul>
      </Stack>
    </Card>
  );
}

function Row({ tool, mayLock }: { tool: ToolRow; mayLock: boolean }) {
  const { t } = useTranslation('agent');
  const { supportMode } = useMe();
  const permit = useMutation({
    mutationKey: apiQuery.agent.key(),
    mutationFn: (change: { permission: Permission | null; isForAll: boolean }) =>
      api.agent.permit({ name: tool.name, ...change }),
  });
  const isFixed = supportMode || (tool.isLocked && !mayLock);
  // Tools that only read change nothing, so there is nothing to ask about.
  const choices = PERMISSIONS.filter((permission) => tool.effect === 'change' || permission !== 'ask');
  return (
    <li className={classes.tool}>
      <Text size="sm" id={`tool-${tool.name}`}>
        {tool.title}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={`tool-${tool.name}`}
        data={choices.map((value) => ({ value, label: t(`assistant.permissions.${value}`) }))}
        value={tool.permission}
        disabled={isFixed || permit.isPending}
        onChange={(value) => permit.mutate({ permission: value as Permission, isForAll: tool.isLocked })}
      />
      {(mayLock || tool.isLocked) && (
        <Switch
          size="xs"
          label={t('assistant.permissions.forAll')}
          checked={tool.isLocked}
          disabled={isFixed || !mayLock || permit.isPending}
          onChange={(event) =>
            permit.mutate({ permission: event.currentTarget.checked ? tool.permission : null, isForAll: true })
          }
        />
      )}
      {permit.error && <Notice tone="error">{permit.error.message}</Notice>}
    </li>
  );
}
