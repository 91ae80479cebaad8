import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from './workspace.ts';

/** A table: the names of its columns, and its rows. */
interface Table {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a measurement found: what was done in a few sentences, and the tables. */
export interface Findings {
  readonly title: string;
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  /** The budgets that are exceeded, which makes the run fail. */
  readonly exceeded?: readonly string[];
}

/** Prints the result of a measurement, and stores it in `bench/results`. */
export function report(name: string, { title, notes, tables }: Findings): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Bun ${Bun.version}.`;
  const sections = tables.map((table) => [`## ${table.heading}`, '', ...linesOf(table)].join('\n'));
  const text = `${[`# ${title}`, ...notes, machine, ...sections].join('\n\n')}\n`;
  console.log(text);
  const directory = join(root, 'bench/results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.md`), text);
}

/** Tells, while a measurement runs, what has been measured. */
export function progress(...cells: readonly (string | number)[]): void {
  console.error(cells.join('  '));
}

function linesOf({ columns, rows }: Table): string[] {
  const lines = [columns, columns.map(() => ''), ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, place) => Math.max(3, ...lines.map((line) => line[place]?.length ?? 0)));
  return lines.map((line, row) => {
    const cells = widths.map((width, place) => (row === 1 ? '-'.repeat(width) : (line[place] ?? '').padEnd(width)));
    return `| ${cells.join(' | ')} |`;
  });
}
