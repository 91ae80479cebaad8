import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { SubscriptionLink } from '../../components/SubscriptionLink.tsx';
import { formatInterval, money, formatPercent } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { directionsOf } from './figures.ts';
import { PriceHistory } from './PriceHistory.tsx';
import { Since } from './Since.tsx';

type PriceChange = Schemas['PriceChange'];

const rowsAtFirst = 10;
const rowsMost = 100;

/** The prices that changed in the last 365 days. */
export function PriceChanges() {
  const limit = useSignal(rowsAtFirst);
  const changes = useResource((signal) =>
    bodyOf(api.GET('/api/v1/analytics/price-changes', { params: { query: { limit: limit.value } }, signal })),
  );
  const opened = useSignal<PriceChange | undefined>(undefined);
  const page = changes.data.value;
  return (
    <Card title={t('insights.prices')} aside={page?.data.length ? summaryOf(page) : t('insights.prices.span')}>
      <Loaded resource={changes}>
        {({ data, pagination: { hasMore } }) =>
          data.length === 0 ? (
            <p class="muted">{t('insights.prices.none')}</p>
          ) : (
            <>
              <Table changes={data} onOpen={(change) => (opened.value = change)} />
              {hasMore && limit.value < rowsMost && (
                <Button kind="quiet" onClick={() => (limit.value = rowsMost)}>
                  {t('insights.prices.more')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      {opened.value && <PriceHistory subscription={opened.value} onClose={() => (opened.value = undefined)} />}
    </Card>
  );
}

function summaryOf({ data, pagination: { hasMore } }: Schemas['PriceChangesPage']): string {
  if (hasMore) return t('insights.prices.span');
  const { rose, fell } = directionsOf(data);
  return [
    rose > 0 && t('insights.prices.rose', { count: rose }),
    fell > 0 && t('insights.prices.fell', { count: fell }),
    t('insights.prices.span'),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface TableProps {
  readonly changes: readonly PriceChange[];
  readonly onOpen: (change: PriceChange) => void;
}

function Table({ changes, onOpen }: TableProps) {
  return (
    <table class="price-changes">
      <thead>
        <tr>
          <th scope="col">{t('insights.prices.subscription')}</th>
          <th scope="col">{t('insights.prices.price')}</th>
          <th scope="col">{t('insights.prices.change')}</th>
          <th scope="col">{t('insights.prices.since')}</th>
          <th scope="col">
            <span class="visually-hidden">{t('insights.history.show')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <Row key={`${change.subscriptionId} ${change.since}`} change={change} onOpen={() => onOpen(change)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ change, onOpen }: { readonly change: PriceChange; readonly onOpen: () => void }) {
  const { subscriptionId, name, previousAmount, amount, currency, changePercent, since } = change;
  return (
    <tr>
      <th scope="row">
        <SubscriptionLink id={subscriptionId} name={name} />
      </th>
      <td>
        <del>{money(previousAmount, currency)}</del> → <strong>{money(amount, currency)}</strong>{' '}
        <span class="muted">{formatInterval(change)}</span>
      </td>
      <td class={amount > previousAmount ? 'nowrap rise' : 'nowrap'}>
        {changePercent !== undefined && formatPercent(changePercent)}
      </td>
      <td class="nowrap">
        <Since instant={since} />
      </td>
      <td>
        <Button kind="quiet" onClick={onOpen} aria-label={t('insights.history.which', { name })}>
          {t('insights.history.show')}
        </Button>
      </td>
    </tr>
  );
}
