import type { ComponentChildren } from 'preact';
import { t } from '../messages/messages.ts';

interface FoldedTableProps {
  /** What the chart shows. */
  readonly title: string;
  readonly head: readonly string[];
  /** The cells of each row; the first one names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** The figures of a chart as a table, folded until they are wanted. */
export function FoldedTable({ title, head, rows }: FoldedTableProps) {
  const caption = t('common.asTable.of', { title });
  return (
    <details class="folded">
      <summary>{t('common.asTable')}</summary>
      <div class="folded-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table class="figures">
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {head.map((text) => (
                <th scope="col" key={text}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], row) => (
              <tr key={row}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
