import { Fragment } from 'react';
import { type FormattedSpan, parseFormatting } from './formatting.ts';
import classes from './whatsapp-text.module.css';

/** The text of a message as WhatsApp shows it. */
export function WhatsAppText({ text }: { text: string }) {
  return (
    <div className={classes.text} dir="auto">
      <Spans spans={parseFormatting(text)} />
    </div>
  );
}

function Spans({ spans }: { spans: readonly FormattedSpan[] }) {
  // Spans have no identity other than their position.
  // biome-ignore lint/suspicious/noArrayIndexKey: they have no state
  return spans.map((span, at) => <Fragment key={at}>{renderSpan(span)}</Fragment>);
}

function renderSpan(span: FormattedSpan) {
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'mono':
      return <code className={classes.mono}>{span.text}</code>;
    case 'link':
      return (
        <a href={span.href} target="_blank" rel="noreferrer">
          {span.text}
        </a>
      );
    case 'bold':
      return (
        <strong>
          <Spans spans={span.parts} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Spans spans={span.parts} />
        </em>
      );
    case 'struck':
      return (
        <s>
          <Spans spans={span.parts} />
        </s>
      );
  }
}
