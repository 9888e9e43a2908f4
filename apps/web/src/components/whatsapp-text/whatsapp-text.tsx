import { Fragment } from 'react';
import { type Look, parseFormatting } from './look.ts';
import classes from './whatsapp-text.module.css';

/** The text of a message as WhatsApp shows it. */
export function WhatsAppText({ text }: { text: string }) {
  return (
    <div className={classes.text} dir="auto">
      <Looks looks={parseFormatting(text)} />
    </div>
  );
}

function Looks({ looks }: { looks: readonly Look[] }) {
  // Spans have no identity other than their position.
  // biome-ignore lint/suspicious/noArrayIndexKey: nothing of them has a state
  return looks.map((look, at) => <Fragment key={at}>{drawn(look)}</Fragment>);
}

function drawn(look: Look) {
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
          <Looks looks={look.parts} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Looks looks={look.parts} />
        </em>
      );
    case 'struck':
      return (
        <s>
          <Looks looks={look.parts} />
        </s>
      );
  }
}
