import { Button, Code, CopyButton, List, Text } from '@mantine/core';
import { Children, type ReactNode, useEffect } from 'react';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { InEnglish } from '../../../components/in-english.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import classes from './guide.module.css';

const GUIDES = [
  { to: '/webhook-guide', name: 'Webhooks' },
  { to: '/webhook-make-guide', name: 'Make' },
  { to: '/webhook-zapier-guide', name: 'Zapier' },
] as const;

/** Template of the developer guides, which are in English: a title, links to the other guides, and sections. */
export function GuideFrame(props: { title: string; lead: ReactNode; children: ReactNode }) {
  useEffect(() => window.scrollTo(0, 0), []);
  return (
    <InEnglish>
      <main className={classes.page}>
        <nav className={classes.nav} aria-label="Guides">
          {GUIDES.map(({ to, name }) => (
            <AnchorLink key={to} to={to} size="sm" activeProps={{ 'aria-current': 'page' }}>
              {name}
            </AnchorLink>
          ))}
          <AnchorLink to="/admin-api" search={{ tab: 'webhooks' }} size="sm">
            Your webhooks
          </AnchorLink>
        </nav>
        <PageHeader title={props.title} />
        <Text>{props.lead}</Text>
        {props.children}
      </main>
    </InEnglish>
  );
}

/** A section of a guide. */
export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Card className={classes.part} aria-label={title} {...(id && { id })}>
      <Heading>{title}</Heading>
      {children}
    </Card>
  );
}

/** Numbered steps. */
export const Steps = ({ steps }: { steps: readonly ReactNode[] }) => (
  <List type="ordered" size="sm" spacing="xs" className={classes.steps ?? ''}>
    {Children.map([...steps], (step) => (
      <List.Item>{step}</List.Item>
    ))}
  </List>
);

/** A code file, as run by a test. */
export const Snippet = ({ name, code }: { name: string; code: string }) => (
  <figure className={classes.figure}>
    <figcaption>
      {name}
      <CopyButton value={code.trim()}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" onClick={copy} aria-label={`Copy: ${name}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </figcaption>
    <Code block className={classes.code ?? ''} tabIndex={0}>
      {code.trim()}
    </Code>
  </figure>
);
