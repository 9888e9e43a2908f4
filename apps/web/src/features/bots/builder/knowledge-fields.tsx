import { Checkbox, MultiSelect, Textarea, TextInput } from '@mantine/core';
import type { BotNode, NodeOf } from '@switchyard/contracts/bots/flow';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choicesOf } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

const MAX_OPTIONS = 200;

/** Settings of a step that answers from knowledge bases. */
export function KnowledgeFields(props: { step: NodeOf<'knowledge'>; onChange: (part: Partial<BotNode>) => void }) {
  const { t } = useTranslation('bots');
  const { step, onChange } = props;
  const bases = useQuery(apiQuery.knowledge.list.queryOptions({ input: { limit: MAX_OPTIONS } }));
  const known = choicesOf(bases.data?.data);
  const isUnknown = (id: string) => !known.some(({ value }) => value === id);
  // Until they are loaded, it is unknown which of them exist.
  const unknown = bases.isSuccess ? t('builder.baseGone') : '…';
  return (
    <>
      <MultiSelect
        label={t('builder.bases')}
        data={[...known, ...step.knowledgeBaseIds.filter(isUnknown).map((value) => ({ value, label: unknown }))]}
        value={step.knowledgeBaseIds}
        onChange={(knowledgeBaseIds) => onChange({ knowledgeBaseIds })}
      />
      <Textarea
        label={t('builder.asked')}
        description={t('builder.askedHelp')}
        value={step.question}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
        dir="auto"
        autosize
      />
      <Checkbox
        label={t('builder.isSaid')}
        checked={step.isSaid}
        onChange={(event) => onChange({ isSaid: event.currentTarget.checked })}
      />
      <TextInput
        label={t('builder.saveAs')}
        value={step.saveAs}
        onChange={(event) => onChange({ saveAs: event.currentTarget.value })}
        dir="ltr"
        spellCheck={false}
      />
    </>
  );
}
