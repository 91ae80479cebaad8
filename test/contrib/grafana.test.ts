import { describe, expect, test } from 'bun:test';
import { YAML } from 'bun';
import { parser } from '@prometheus-io/lezer-promql';

import { blocksOf } from '../support/guides.ts';
import { startServer } from '../support/binary.ts';
import { validDraft } from '../support/validDraft.ts';
import dashboard from '../../contrib/grafana/duebook.json' with { type: 'json' };

// Labels that Prometheus adds.
const labelsOfCollector = ['job', 'instance'];

const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })));

/** The labels of each series of the server, by its name. */
function seriesOf(text: string): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return series;
}

/** The parts of an expression that are not PromQL, after Grafana has replaced its duration variables. */
function faultsOf(expression: string): string[] {
  const query = expression.replaceAll(/\$__(?:rate_)?interval\b/g, '5m');
  const faults: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from }) {
      if (type.isError) faults.push(`at ${from}: ${query.slice(from)}`);
    },
  });
  return faults;
}

/** The metrics of an expression, each with the labels of its selector. */
function selectorsOf(expression: string) {
  const selectors = expression.matchAll(/\b((?:duebook|process)_\w+)(?:\{([^}]*)\})?/g);
  return Array.from(selectors, ([, name = '', matchers = '']) => ({
    name,
    labels: Array.from(matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g), ([, label = '']) => label),
  }));
}

const server = await startServer(['--metrics-port', '0']);
const url = /http:\S+\/metrics/.exec(await server.lineThat((line) => line.includes('/metrics')))?.[0] ?? '';
await server.call(server.initialKey(), 'POST', '/api/v1/subscriptions', validDraft);
// The metrics of the last backup need a backup.
server.child.kill('SIGUSR1');
await server.lineThat((line) => line.includes('backed up to'));
const text = await (await fetch(url)).text();
const known = seriesOf(text);

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly expr: string; readonly annotations: { readonly summary: string } }[];
  }[];
}

/** An annotation as Prometheus renders it for a value. */
function renderedFor(value: number, annotation: string): string {
  const chosen = annotation.replaceAll(
    /\{\{ if eq \$value 1\.0 \}\}(.*?)\{\{ else \}\}(.*?)\{\{ end \}\}/g,
    value === 1 ? '$1' : '$2',
  );
  return chosen.replaceAll('{{ $value }}', String(value));
}

test('the alert rules of the guide are PromQL and read metrics of the server', () => {
  const [rules = ''] = blocksOf('docs/monitoring.md', 'yaml');
  const expressions = (YAML.parse(rules) as Rules).groups.flatMap((group) => group.rules.map(({ expr }) => expr));
  expect(expressions).toHaveLength(2);
  for (const expr of expressions) {
    expect(faultsOf(expr)).toEqual([]);
    for (const { name } of selectorsOf(expr)) expect([...known.keys()]).toContain(name);
  }
});

test.each([
  [1, '1 subscription is overdue'],
  [12, '12 subscriptions are overdue'],
])('the alert for %d overdue says “%s”', (value, said) => {
  const [rules = ''] = blocksOf('docs/monitoring.md', 'yaml');
  const [overdue] = (YAML.parse(rules) as Rules).groups.flatMap((group) => group.rules);
  expect(renderedFor(value, overdue?.annotations.summary ?? '')).toBe(said);
});

describe('the dashboard for Grafana', () => {
  test.each(queries)('$title: $expr reads metrics and labels of the server', ({ expr, legendFormat }) => {
    const selectors = selectorsOf(expr);
    expect(selectors.length).toBeGreaterThan(0);
    const grouping = Array.from(expr.matchAll(/\bby \(([^)]*)\)/g), ([, labels = '']) => labels.split(', ')).flat();
    const shown = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label);
    for (const { name, labels } of selectors) {
      expect([...known.keys()]).toContain(name);
      const allowed = [...(known.get(name) ?? []), ...labelsOfCollector];
      for (const label of [...labels, ...grouping, ...shown]) expect(allowed).toContain(label);
    }
  });

  test.each(queries)('$title: $expr is PromQL', ({ expr }) => {
    expect(faultsOf(expr)).toEqual([]);
  });

  test.each([
    'rat((duebook_wal_bytes[5m]))',
    'ratio(duebook_wal_bytes)',
    'duebook_wal_bytes{job=~}',
    'rate(x[$__rate)',
  ])('would not pass with %s', (expression) => expect(faultsOf(expression)).not.toEqual([]));

  test('uses only labels in legends that the query keeps', () => {
    for (const { expr, legendFormat } of queries.filter((query) => /\b(?:sum|histogram_quantile)\b/.test(query.expr))) {
      const kept = Array.from(expr.matchAll(/\bby \(([^)]*)\)/g), ([, labels = '']) => labels.split(', ')).flat();
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(kept).toContain(label);
    }
  });

  test('shows every metric of the server', () => {
    const read = new Set(queries.flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name)));
    const parts = /_(?:bucket|sum|count)$/;
    const families = new Set([...known.keys()].map((name) => name.replace(parts, '')));
    const shown = new Set([...read].map((name) => name.replace(parts, '')));
    expect([...families].filter((name) => !shown.has(name))).toEqual([]);
  });

  test('has panels with unique ids that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, place) => `${x + (place % w)},${y + Math.floor(place / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});
