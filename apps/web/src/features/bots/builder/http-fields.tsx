import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type BotNode, MAX_HTTP_TIMEOUT_SECONDS, type NodeOf } from '@switchyard/contracts/bots/flow';
import { extractBodySecrets, extractUrlSecrets, isSecretHeader } from '@switchyard/contracts/bots/secrets';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';
import { DurationInput } from './duration-input.tsx';
import { SecretFields } from './secret-fields.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The settings of a step that asks another server. */
export function HttpFields(props: { botId: string; step: NodeOf<'http'>; onChange: (part: Partial<BotNode>) => void }) {
  const { t } = useTranslation('bots');
  const { step, onChange } = props;
  const [headers, setHeaders] = useState(step.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'));
  /** As it was written; what of it is kept is in the step. */
  const [url, setUrl] = useState('');
  const [body, setBody] = useState('');
  const secret = readHeaders(headers).find(isSecretHeader);
  const inAddress = extractUrlSecrets(url).found[0];
  const isKept = (name: string) => step.secrets?.some((secret) => secret.place === 'body' && secret.header === name);
  const inBody = extractBodySecrets(body).found.find(({ name }) => !isKept(name));
  return (
    <>
      <NativeSelect
        label={t('builder.method')}
        value={step.method}
        data={[...METHODS]}
        onChange={(event) => onChange({ method: event.currentTarget.value as typeof step.method })}
      />
      <TextInput
        label={t('builder.url')}
        description={t('builder.urlHelp')}
        value={inAddress ? url : step.url}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          onChange({ url: extractUrlSecrets(event.currentTarget.value).url });
        }}
        error={inAddress && t('builder.secretReadable', { name: inAddress.name })}
        dir="ltr"
        spellCheck={false}
      />
      <Textarea
        label={t('builder.headers')}
        description={t('builder.headersHelp')}
        value={headers}
        onChange={(event) => {
          setHeaders(event.currentTarget.value);
          onChange({ headers: readHeaders(event.currentTarget.value).filter((one) => !isSecretHeader(one)) });
        }}
        error={secret && t('builder.secretReadable', { name: secret.name })}
        dir="ltr"
        spellCheck={false}
        autosize
      />
      <SecretFields botId={props.botId} step={step} onChange={onChange} />
      <Textarea
        label={t('builder.body')}
        description={t('builder.bodyHelp')}
        value={inBody ? body : step.body}
        onChange={(event) => {
          setBody(event.currentTarget.value);
          onChange({ body: extractBodySecrets(event.currentTarget.value).body });
        }}
        error={inBody && t('builder.secretReadable', { name: inBody.name })}
        dir="ltr"
        spellCheck={false}
        autosize
      />
      <TextInput
        label={t('builder.saveAs')}
        value={step.saveAs}
        onChange={(event) => onChange({ saveAs: event.currentTarget.value })}
        dir="ltr"
        spellCheck={false}
      />
      <DurationInput
        label={t('builder.callTimeout')}
        seconds={step.timeoutSeconds}
        min={1}
        max={MAX_HTTP_TIMEOUT_SECONDS}
        onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
      />
    </>
  );
}

const readHeaders = (text: string): { name: string; value: string }[] =>
  text.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, value }];
  });
