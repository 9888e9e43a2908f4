import { Fragment } from 'react';
import { type FormattedSpan, parseFormatting } from './formatting.ts';
import classes from './whatsapp-text.module.css';

/** The text of a message as WhatsApp shows it. */
export function WhatsAppText({ text }: { text: string }) {
  return (
    <div className={classes.text} dir="auto">
      <Spans looks={parseFormatting(text)} />
    </div>
  );
}

function Spans({ looks }: { looks: readonly FormattedSpan[] }) {
  // Spans have no identity other than their position.
  // biome-ignore lint/suspicious/noArrayIndexKey: nothing of them has a state
  return looks.map((look, at) => <Fragment key={at}>{renderLook(look)}</Fragment>);
}

function renderLook(look: FormattedSpan) {
  switch (look.kind) {
    case 'text':
      return look.text;
    case 'mono':
      return <code className={classes.mono}>{look.text}</code>;
    case 'link':
      return (
        <a href={look.href} target="_blank" rel="noreferrer">
          {look.text}
        </a>
      );
    case 'bold':
      return (
        <strong>
          <Spans looks={look.parts} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Spans looks={look.parts} />
        </em>
      );
    case 'struck':
      return (
        <s>
          <Spans looks={look.parts} />
        </s>
      );
  }
}
