import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, SubscriptionLink, TableHead } from '../../components/content.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatInterval, formatPercent, formatTime, money } from '../../format/format.ts';
import { formatInstantDay } from '../../format/intl.ts';
import { t, wordLocale } from '../../messages/messages.ts';
import { directionsOf } from './figures.ts';

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
    <Card
      id="prices"
      title={t('insights.prices')}
      aside={page?.data.length ? summaryOf(page) : t('insights.prices.span')}
    >
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
          <th scope="col">{t('activity.field.price')}</th>
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

interface PriceHistoryProps {
  readonly subscription: { readonly subscriptionId: string; readonly name: string };
  readonly onClose: () => void;
}

/** A dialog with all prices that a subscription has had, newest first. */
function PriceHistory({ subscription: { subscriptionId: id, name }, onClose }: PriceHistoryProps) {
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
      <TableHead columns={[t('insights.prices.since'), t('activity.field.price'), t('insights.prices.change')]} />
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

/** The day of an instant in the time zone of the service; the time is in its tooltip. */
function Since({ instant }: { readonly instant: string }) {
  return (
    <time dateTime={instant} title={formatTime(instant)}>
      {formatInstantDay(instant, wordLocale.value, session.value?.timeZone ?? 'UTC')}
    </time>
  );
}
