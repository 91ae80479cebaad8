import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from '../../messages/messages.ts';
import { Duplicates } from './Duplicates.tsx';
import { AboveAverage, MostInAYear } from './Expensive.tsx';
import { PriceChanges } from './PriceChanges.tsx';
import { Spent } from './Spent.tsx';

/** What is worth a look: duplicates, what costs a lot, prices that changed, and what was spent. */
export function Insights() {
  const first = useResource((signal) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: { limit: 1 } }, signal })),
  );
  return (
    <>
      <PageHeader title={t('insights.title')} />
      <Loaded resource={first} lines={8}>
        {({ data }) => (data.length === 0 ? <EmptyState text={t('insights.none')} /> : <Sections />)}
      </Loaded>
    </>
  );
}

function Sections() {
  return (
    <div class="insights">
      <Duplicates />
      <AboveAverage />
      <MostInAYear />
      <PriceChanges />
      <Spent />
    </div>
  );
}
