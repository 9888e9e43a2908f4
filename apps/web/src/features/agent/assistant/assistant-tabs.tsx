import { useTranslation } from 'react-i18next';
import { TabLink, TabLinks } from '../../../components/tab-links.tsx';
import '../texts.ts';

/** The assistant's two addresses and its settings; the conversation that is open stays open. */
export function AssistantTabs(props: { current: 'conversations' | 'capabilities' | 'settings'; chat: string | null }) {
  const { t } = useTranslation('agent');
  const { current } = props;
  const search = props.chat ? { conversation: props.chat } : {};
  return (
    <TabLinks label={t('assistant.tabs')}>
      <TabLink to="/ai-assistant" search={search} isCurrent={current === 'conversations'}>
        {t('assistant.conversations')}
      </TabLink>
      <TabLink to="/btgpt" search={search} isCurrent={current === 'capabilities'}>
        {t('capabilities.title')}
      </TabLink>
      <TabLink to="/ai-assistant" search={{ ...search, tab: 'settings' }} isCurrent={current === 'settings'}>
        {t('assistant.settings')}
      </TabLink>
    </TabLinks>
  );
}
