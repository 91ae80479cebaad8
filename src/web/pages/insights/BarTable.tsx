import { Shortened } from '../../components/Shortened.tsx';
import { money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { Bar } from './figures.ts';

interface BarTableProps {
  readonly title: string;
  /** The heading of the column with the names. */
  readonly nameTitle: string;
  readonly bars: readonly Bar[];
  readonly currency: string;
}

const rowsAtFirst = 12;

/** A chart that is a table: each row has a name, an amount, and a bar below them. */
export function BarTable({ title, nameTitle, bars, currency }: BarTableProps) {
  return (
    <div>
      <Shortened items={bars} count={rowsAtFirst}>
        {(shown) => (
          <table class="bar-table">
            <caption>{title}</caption>
            <thead class="visually-hidden">
              <tr>
                <th scope="col">{nameTitle}</th>
                <th scope="col">{t('insights.spent.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((bar) => (
                <Row key={bar.name} bar={bar} currency={currency} />
              ))}
            </tbody>
          </table>
        )}
      </Shortened>
    </div>
  );
}

function Row({ bar, currency }: { readonly bar: Bar; readonly currency: string }) {
  const { name, amount, share } = bar;
  return (
    // The style attribute is forbidden by the policy of the page; setting the property is not.
    <tr ref={(row) => row?.style.setProperty('--share', String(share))}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>{money(amount, currency)}</td>
    </tr>
  );
}
