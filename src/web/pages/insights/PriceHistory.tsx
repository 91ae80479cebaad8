import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { formatInterval, money, formatPercent } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { Since } from './Since.tsx';

interface PriceHistoryProps {
  readonly subscription: { readonly subscriptionId: string; readonly name: string };
  readonly onClose: () => void;
}

/** A dialog with all prices that a subscription has had, newest first. */
export function PriceHistory({ subscription: { subscriptionId: id, name }, onClose }: PriceHistoryProps) {
  const prices = useResource(
    async (signal) =>
      (await bodyOf(api.GET('/api/v1/subscriptions/{id}/prices', { params: { path: { id } }, signal }))).prices,
    [id],
  );
  return (
    <Dialog title={t('insights.history.title', { name })} onClose={onClose}>
      <Loaded resource={prices}>{(entries) => <History entries={entries} />}</Loaded>
    </Dialog>
  );
}

function History({ entries }: { readonly entries: readonly Schemas['PriceEntry'][] }) {
  return (
    <table class="price-history">
      <thead>
        <tr>
          <th scope="col">{t('insights.prices.since')}</th>
          <th scope="col">{t('insights.prices.price')}</th>
          <th scope="col">{t('insights.prices.change')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.since}>
            <th scope="row">
              <Since instant={entry.since} />
            </th>
            <td>
              <strong>{money(entry.amount, entry.currency)}</strong> <span class="muted">{formatInterval(entry)}</span>
            </td>
            <td class={(entry.changePercent ?? 0) > 0 ? 'nowrap rise' : 'nowrap'}>
              {entry.changePercent !== undefined && formatPercent(entry.changePercent)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
