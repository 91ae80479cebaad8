import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { session, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, Shortened, SubscriptionLink, TableHead } from '../../components/content.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatInterval, formatPercent, formatTime, money, moneyList } from '../../format/format.ts';
import { formatInstantDay } from '../../format/intl.ts';
import { t, wordLocale } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { loadSpent } from '../../subscriptions/payments.ts';
import { risesOf } from '../overview/figures.ts';
import { loadPriceChanges } from '../overview/loadDue.ts';
import { compareYears, risesFirst, twelveMonthsBefore, twelveMonthsTo } from './figures.ts';

type PriceChange = Schemas['PriceChange'];

const rowsAtFirst = 5;

/** What got dearer: the prices that changed in the last 365 days, and the last twelve months beside those before them. */
export function Dearer({ shown }: { readonly shown: ShownCurrency }) {
  const loaded = useResource(loadPriceChanges);
  const opened = useSignal<PriceChange | undefined>(undefined);
  return (
    <Card id="prices" title={t('insights.dearer')}>
      <Loaded resource={loaded}>
        {(all) => {
          const changes = all.filter((one) => shown.only === undefined || one.currency === shown.only);
          return (
            <>
              <p class="answer">
                {risesText(changes, shown)} <YearBefore shown={shown} />
              </p>
              {changes.length > 0 && (
                <Shortened items={risesFirst(changes)} count={rowsAtFirst}>
                  {(rows) => <Table changes={rows} onOpen={(change) => (opened.value = change)} />}
                </Shortened>
              )}
            </>
          );
        }}
      </Loaded>
      {opened.value && <PriceHistory subscription={opened.value} onClose={() => (opened.value = undefined)} />}
    </Card>
  );
}

function risesText(changes: readonly PriceChange[], { amounts }: ShownCurrency): string {
  const { count, sums } = risesOf(changes);
  return count === 0 ? t('insights.dearer.none') : t('insights.dearer.rises', { count, sum: moneyList(amounts(sums)) });
}

/** What was paid in the last twelve months, beside the twelve months before. Nothing unless both have payments in twelve months. */
function YearBefore({ shown: { currency, report } }: { readonly shown: ShownCurrency }) {
  const { data } = useResource((signal) =>
    Promise.all([loadSpent(twelveMonthsTo(today.value), signal), loadSpent(twelveMonthsBefore(today.value), signal)]),
  );
  const compared = data.value && compareYears(...report(data.value), currency);
  if (compared === undefined) return null;
  const { difference, changePercent } = compared;
  if (difference === 0) return <>{t('insights.dearer.same')}</>;
  const values = { amount: money(Math.abs(difference), currency), percent: formatPercent(changePercent) };
  return <>{difference > 0 ? t('insights.dearer.more', values) : t('insights.dearer.less', values)}</>;
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
  const { subscriptionId, name, previousAmount, amount, currency, changePercent, since, unusual } = change;
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
        {unusual && (
          <span class="muted"> {t(unusual.isYearBefore ? 'insights.unusual.year' : 'insights.unusual')}</span>
        )}
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
