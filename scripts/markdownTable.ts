/** A table in Markdown, with its columns aligned as the formatter aligns them; the first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const [head = '', ...body] = rows.map((row) => line(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return head + line(widths.map((width) => '-'.repeat(width))) + body.join('');
}
