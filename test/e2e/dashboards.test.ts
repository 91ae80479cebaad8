import { expect, test } from 'bun:test';
import { YAML } from 'bun';
import { answerTo, at, onOneDay, originInGuides, serverWithData } from '../support/dashboardServer.ts';
import { blocksOf, guideText } from '../support/guides.ts';

interface Field {
  readonly field: string;
  readonly format: string;
}

interface List {
  readonly items: string;
  readonly name: string;
  readonly label: string;
}

interface Widget {
  readonly type: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly display?: string;
  readonly mappings: readonly Field[] | List;
}

function isList(mappings: Widget['mappings']): mappings is List {
  return 'items' in mappings;
}

test('the Homepage tiles link to the dashboard, and their widgets call paths that exist and show fields of the right type', async () => {
  await onOneDay(async (today) => {
    const server = await serverWithData(today);
    const [services = ''] = blocksOf('docs/homepage.md', 'yaml');
    const [group] = YAML.parse(services) as Record<
      string,
      Record<string, { href: string; widget: Widget; siteMonitor?: string }>[]
    >[];
    const named = (group?.['Home'] ?? []).flatMap((entry) => Object.entries(entry));
    const names = ['Duebook', 'Due this week', 'Overdue', 'This month', 'This year', 'Set aside'];
    expect(named.map(([name]) => name)).toEqual(names);
    const lists = [];
    const pageAt = (url: string) =>
      fetch(url.replace(originInGuides, server.origin), { headers: { accept: 'text/html' } });
    for (const [, { href, widget, siteMonitor }] of named) {
      const page = await pageAt(href);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Duebook</title>')]);
      const { type, url, headers, display, mappings } = widget;
      expect(type).toBe('customapi');
      const authorization = headers['Authorization']?.replace('{{HOMEPAGE_VAR_DUEBOOK_KEY}}', server.readKey) ?? '';
      const answer = await answerTo(server, url, { authorization });
      expect(display).toBe(isList(mappings) ? 'dynamic-list' : undefined);
      if (isList(mappings)) {
        const rows = at(answer, mappings.items) as readonly unknown[];
        expect(typeof at(rows[0], mappings.label)).toBe('string');
        lists.push(rows.map((row) => at(row, mappings.name)));
      } else {
        expect(mappings.length).toBeLessThanOrEqual(4);
        for (const { field, format } of mappings) {
          const isAbsent =
            field === 'forecast.months.0.totalsByCurrency.EUR' && at(answer, 'forecast.months.0.payments') === 0;
          const value = isAbsent ? 0 : at(answer, field);
          expect(typeof value).toBe(['text', 'relativeDate'].includes(format) ? 'string' : 'number');
        }
      }
      if (siteMonitor !== undefined) await answerTo(server, siteMonitor);
    }
    expect(lists).toEqual([['Netflix', 'netflix', 'Spotify'], ['Forgotten']]);
    await server.stop();
  });
});

/** The queries in the table of docs/grafana.md: their URLs, roots and columns. A number has a mark. */
function queriesOfGuide() {
  const rows = guideText('docs/grafana.md').matchAll(
    /^\| [^`|]+(?:`month`\))? +\| `(\/api[^`]+)` +\| `([^`]+)` +\| (.*) \|$/gm,
  );
  return Array.from(rows, ([, path = '', root = '', cells = '']) => {
    const columns = Array.from(cells.matchAll(/`([\w.]+)(#?)`/g), ([, selector = '', mark]) => ({
      selector,
      type: mark === '#' ? ('number' as const) : ('string' as const),
    }));
    return { url: originInGuides + path, root, columns };
  });
}

test('the Grafana queries call allowed hosts and read fields of the right type', async () => {
  await onOneDay(async (today) => {
    const server = await serverWithData(today);
    const [source = ''] = blocksOf('docs/grafana.md', 'yaml');
    const { datasources } = YAML.parse(source) as { datasources: Record<string, unknown>[] };
    expect(datasources[0]).toMatchObject({
      type: 'yesoreyeram-infinity-datasource',
      jsonData: { auth_method: 'bearerToken', allowedHosts: [originInGuides] },
      secureJsonData: { bearerToken: '$DUEBOOK_KEY' },
    });
    const queries = queriesOfGuide();
    const roots = ['summary.byCurrency', 'forecast.months', 'payments', 'overdue', 'spent.byCategory', 'data'];
    expect(queries.map(({ root }) => root)).toEqual(roots);
    for (const { url: template, root: path, columns } of queries) {
      const url = template.replaceAll(/\$\{__(?:from|to):date:YYYY-MM-DD\}/g, today.toString());
      const rows = at(await answerTo(server, url, { authorization: `Bearer ${server.readKey}` }), path);
      // The first month of a forecast may have no payment any more.
      const row = path === 'forecast.months' ? '1' : '0';
      if (path === 'overdue') expect(rows).toMatchObject([{ name: 'Forgotten', daysOverdue: 3, missedPayments: 1 }]);
      for (const { selector, type } of columns) expect(typeof at(rows, `${row}.${selector}`)).toBe(type);
    }
    await server.stop();
  });
});
