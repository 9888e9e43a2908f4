import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import '../texts.ts';
import classes from './compose.module.css';
import type { ComposeValues } from './compose-values.ts';
import type { useDraft } from './use-draft.ts';

/** Offers to restore or discard an unsent draft. */
export function DraftOffer(props: { draft: ReturnType<typeof useDraft>; onTake: (values: ComposeValues) => void }) {
  const { t } = useTranslation('messages');
  const { offered, restore, discard } = props.draft;
  if (!offered) return null;
  const { to, message } = offered.values;
  return (
    <section className={classes.offer} aria-label={t('compose.draft')}>
      <Text size="sm" component="div">
        {t('compose.draft')} · <RelativeTime at={new Date(offered.savedAtMs)} />
        <Text size="sm" c="dimmed" dir="auto" truncate component="div">
          {[to, message].filter(Boolean).join(': ')}
        </Text>
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          onClick={() => {
            const left = restore();
            if (left) props.onTake(left);
          }}
        >
          {t('compose.continueDraft')}
        </Button>
        <Button size="xs" variant="default" onClick={discard}>
          {t('compose.discardDraft')}
        </Button>
      </Group>
    </section>
  );
}
