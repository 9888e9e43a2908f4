import { useTranslation } from 'react-i18next';
import { TabLink, TabLinks } from '../../../components/tab-links.tsx';
import '../texts.ts';

/** Tabs for contacts and for numbers that are never messaged. */
export function ContactTabs({ current }: { current: 'contacts' | 'optOuts' }) {
  const { t } = useTranslation('contacts');
  return (
    <TabLinks label={t('tabs')}>
      <TabLink to="/contacts" isCurrent={current === 'contacts'}>
        {t('title')}
      </TabLink>
      <TabLink to="/contacts" search={{ tab: 'optOuts' }} isCurrent={current === 'optOuts'}>
        {t('optOuts.title')}
      </TabLink>
    </TabLinks>
  );
}
