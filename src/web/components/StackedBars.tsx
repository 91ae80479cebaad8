/** A bar with its parts from the bottom to the top. */
interface StackedBar {
  /** The word below the bar. */
  readonly label: string;
  /** What the bar says in full, shown at the pointer. */
  readonly title: string;
  readonly parts: readonly number[];
  readonly isStrong?: boolean;
}

interface StackedBarsProps {
  /** What the chart says, in a sentence. A table beside it has its figures. */
  readonly summary: string;
  readonly bars: readonly StackedBar[];
  /** The words for the parts, in their order. */
  readonly legend: readonly string[];
}

/** Bars of stacked parts, drawn with boxes: they follow the theme, and they print. */
export function StackedBars({ summary, bars, legend }: StackedBarsProps) {
  const highest = Math.max(...bars.map(({ parts }) => sumOf(parts)), 0.01);
  return (
    <>
      <div class="bars" role="img" aria-label={summary}>
        {bars.map(({ label, title, parts, isStrong = false }) => (
          <div class="bar" key={label} title={title}>
            <div class="bar-space">
              {parts.map((part, index) => part > 0 && <Part key={index} index={index} share={part / highest} />)}
            </div>
            <span class={isStrong ? 'bar-label strong' : 'bar-label'}>{label}</span>
          </div>
        ))}
      </div>
      <ul class="legend">
        {legend.map((text, index) => (
          <li key={text}>
            <span class={`swatch category-${index + 1}`} />
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function Part({ index, share }: { readonly index: number; readonly share: number }) {
  return <span class={`bar-part category-${index + 1}`} style={{ '--share': `${(share * 100).toFixed(2)}%` }} />;
}

function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + part, 0);
}
