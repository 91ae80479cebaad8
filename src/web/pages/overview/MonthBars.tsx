import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { pathOf } from '../../shell/views.ts';
import { rangeWords, sumWords } from './rangeWords.ts';
import { type MonthBar, type Slice, visibleBars } from './chartFigures.ts';

/** Months in one currency, at least one of which costs something. */
export interface Chart {
  readonly bars: readonly MonthBar[];
  readonly heaviest: MonthBar;
  readonly currency: string;
  readonly slices: readonly Slice[];
}

interface MonthBarsProps {
  readonly chart: Chart;
  /** The month `YYYY-MM` whose figures stand below: a bar then chooses its month, and does not lead to the calendar. */
  readonly picked?: Signal<string>;
  /** The budget of a month, which stands as a line while no slice is hidden. */
  readonly budget?: number | undefined;
}

/**
 * A bar for each month, cut into the slices, from the bottom to the top. It is drawn with boxes: they follow the theme, and
 * they print. The legend hides slices, so that a large one does not hide the others.
 */
export function MonthBars({ chart: { bars, heaviest, currency, slices }, picked, budget }: MonthBarsProps) {
  const hidden = useSignal<readonly string[]>([]);
  const isHidden = slices.map((slice) => hidden.value.includes(sliceName(slice)));
  const visible = visibleBars(bars, isHidden);
  const line = isHidden.includes(true) ? undefined : budget;
  const most = Math.max(...visible.map(({ total }) => total), line ?? 0);
  const toggle = (name: string) => {
    const others = hidden.peek().filter((one) => one !== name);
    hidden.value = others.length === hidden.peek().length ? [...others, name] : others;
  };
  const summary = t('overview.forecast.summary', monthInWords(heaviest, currency));
  return (
    <>
      <ul
        class={line === undefined ? 'bars' : 'bars with-line'}
        style={line === undefined ? undefined : { '--line-at': (line / most).toFixed(4) }}
        aria-label={summary}
      >
        {visible.map((bar) => (
          <li class="bar" key={bar.month}>
            <BarLink bar={bar} currency={currency} picked={picked}>
              <span class="visually-hidden">{barText(bar, currency)}</span>
              <span class="bar-space">
                <Stack bar={bar} share={bar.total / most} slices={slices} />
              </span>
              <span class={bar.month === heaviest.month ? 'bar-label strong' : 'bar-label'} aria-hidden="true">
                {formatDate(`${bar.month}-01`, 'shortMonth')}
              </span>
            </BarLink>
          </li>
        ))}
      </ul>
      <ul class="legend" aria-label={t('overview.category.hide')}>
        {slices.map((slice, index) => (
          <li key={sliceName(slice)}>
            <button
              type="button"
              aria-pressed={isHidden[index] !== true}
              title={t('overview.category.hide')}
              onClick={() => toggle(sliceName(slice))}
            >
              <span class="swatch" style={{ '--colour': colourOf(slice) }} />
              <bdi>{sliceName(slice)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface BarLinkProps {
  readonly bar: MonthBar;
  readonly currency: string;
  readonly picked: Signal<string> | undefined;
  readonly children: ComponentChildren;
}

function BarLink({ bar, currency, picked, children }: BarLinkProps) {
  const { month } = bar;
  const shared = { class: 'bar-link', title: barText(bar, currency) };
  if (picked === undefined) {
    return (
      <a {...shared} href={calendarPath(month)}>
        {children}
      </a>
    );
  }
  return (
    <button {...shared} type="button" aria-pressed={picked.value === month} onClick={() => (picked.value = month)}>
      {children}
    </button>
  );
}

interface StackProps {
  readonly bar: MonthBar;
  /** How high it is beside the highest, from 0 to 1. */
  readonly share: number;
  readonly slices: readonly Slice[];
}

function Stack({ bar: { amounts, total }, share, slices }: StackProps) {
  if (total === 0) return null;
  return (
    <span class="bar-stack" style={{ '--share': percent(share) }}>
      {slices.map((slice, index) => {
        const part = (amounts[index] ?? 0) / total;
        if (part === 0) return null;
        const style = { '--share': percent(part), '--colour': colourOf(slice) };
        return <span key={sliceName(slice)} class="bar-part" style={style} />;
      })}
    </span>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

function barText(bar: MonthBar, currency: string): string {
  const text = t('overview.forecast.bar', monthInWords(bar, currency));
  const range = bar.range && rangeWords(bar.range, currency);
  return range === undefined ? text : `${text} (${range})`;
}

export function monthInWords(bar: MonthBar, currency: string, style: 'month' | 'longMonth' = 'month') {
  return { month: formatDate(`${bar.month}-01`, style), sum: totalInWords(bar, currency) };
}

/** What is paid in a month, or about what. */
export function totalInWords({ total, range }: Pick<MonthBar, 'total' | 'range'>, currency: string): string {
  return sumWords(money(total, currency), range);
}

export function calendarPath(month: string): string {
  return pathOf('calendar', `?month=${month}`);
}

/** The address of the list with the subscriptions of a category that are paid in the currency that is shown. */
export function listPath(
  filters: { readonly status?: 'active'; readonly category: string },
  { only }: Pick<ShownCurrency, 'only'>,
) {
  return pathOf('subscriptions', `?${new URLSearchParams({ ...filters, ...(only && { currency: only }) })}`);
}

/** The name of a slice, in the language of the user if it is that of all the rest. */
export function sliceName({ category }: Slice): string {
  return category ?? t('overview.category.rest');
}

export function colourOf({ colour }: Slice): string {
  return `var(--category-${colour ?? 'rest'})`;
}
