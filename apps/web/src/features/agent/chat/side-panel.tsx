import { Button, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import '../texts.ts';
import classes from './side-panel.module.css';

/**
 * Panel beside a conversation. On a phone the conversation fills the screen: the panel is folded until opened, and
 * folds after a choice.
 */
export function SidePanel({ title, children }: { title: string; children: (fold: () => void) => ReactNode }) {
  const { t } = useTranslation('agent');
  const [isOpen, setOpen] = useState(false);
  const word = t(isOpen ? 'fold' : 'unfold');
  return (
    <Card as="aside" className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Button
          className={classes.fold ?? ''}
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${word}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {word}
        </Button>
      </div>
      <div className={classes.body} data-open={isOpen || undefined}>
        {children(() => setOpen(false))}
      </div>
    </Card>
  );
}
