import { formatDate, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import type { MonthBar, Slice } from './chartFigures.ts';

interface MonthBarsProps {
  readonly bars: readonly MonthBar[];
  readonly heaviest: MonthBar;
  readonly currency: string;
  readonly slices: readonly Slice[];
}

/**
 * A bar for each month, cut into the slices, from the bottom to the top. It is drawn with boxes: they follow the theme, and
 * they print. A bar leads to its month in the calendar.
 */
export function MonthBars({ bars, heaviest, currency, slices }: MonthBarsProps) {
  const summary = t('overview.forecast.summary', monthInWords(heaviest, currency));
  return (
    <>
      <ul class="bars" aria-label={summary}>
        {bars.map((bar) => (
          <li class="bar" key={bar.month}>
            <a class="bar-link" href={calendarPath(bar.month)} title={barText(bar, currency)}>
              <span class="visually-hidden">{barText(bar, currency)}</span>
              <span class="bar-space">
                <Stack bar={bar} share={bar.total / heaviest.total} slices={slices} />
              </span>
              <span class={bar === heaviest ? 'bar-label strong' : 'bar-label'} aria-hidden="true">
                {formatDate(`${bar.month}-01`, 'shortMonth')}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ul class="legend">
        {slices.map((slice) => (
          <li key={sliceName(slice)}>
            <span class={`swatch ${colourClass(slice)}`} />
            <bdi>{sliceName(slice)}</bdi>
          </li>
        ))}
      </ul>
    </>
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
        return (
          <span key={sliceName(slice)} class={`bar-part ${colourClass(slice)}`} style={{ '--share': percent(part) }} />
        );
      })}
    </span>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

function barText(bar: MonthBar, currency: string): string {
  return t('overview.forecast.bar', monthInWords(bar, currency));
}

/** The name of a month, and what is paid in it. */
export function monthInWords({ month, total }: MonthBar, currency: string, style: 'month' | 'longMonth' = 'month') {
  return { month: formatDate(`${month}-01`, style), sum: money(total, currency) };
}

/** The address of a month `YYYY-MM` in the calendar. */
export function calendarPath(month: string): string {
  return pathOf('calendar', `?month=${month}`);
}

/** The name of a slice, in the language of the user if it is that of all the rest. */
export function sliceName({ category }: Slice): string {
  return category ?? t('overview.category.rest');
}

/** The class that has the colour of a slice. */
export function colourClass({ colour }: Slice): string {
  return `category-${colour ?? 'rest'}`;
}
