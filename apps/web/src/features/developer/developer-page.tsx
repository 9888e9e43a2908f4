import type { DeveloperSearch } from './developer-search.ts';
import { DeveloperTabs } from './developer-tabs.tsx';
import { InboundPage } from './inbound/inbound-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { DeliveriesPage } from './webhooks/deliveries-page.tsx';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';

/** `/admin-api`: API keys, webhooks and their deliveries. */
export function DeveloperPage(props: { search: DeveloperSearch; onSearch: (next: DeveloperSearch) => void }) {
  const { search, onSearch } = props;
  const { tab = 'keys' } = search;
  const tabs = <DeveloperTabs tab={tab} onTab={(next) => onSearch(next === 'keys' ? {} : { tab: next })} />;
  if (tab === 'webhooks') {
    return <WebhooksPage tabs={tabs} onDeliveries={({ _id: webhook }) => onSearch({ tab: 'deliveries', webhook })} />;
  }
  if (tab === 'deliveries') {
    return (
      <DeliveriesPage
        key={`${search.webhook} ${search.state} ${search.search}`}
        tabs={tabs}
        search={search}
        onSearch={onSearch}
      />
    );
  }
  if (tab === 'inbound') return <InboundPage tabs={tabs} />;
  return <KeysPage tabs={tabs} />;
}
