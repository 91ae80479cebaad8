import { expect, test } from 'bun:test';
import { YAML } from 'bun';
import { run } from '../support/binary.ts';
import { answerTo, at, dayNow, onOneDay, originInGuides, serverWithData } from '../support/dashboardServer.ts';
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

interface CalendarWidget {
  readonly type: string;
  readonly integrations: readonly [{ readonly type: string; readonly name: string; readonly url: string }];
}

function isList(mappings: Widget['mappings']): mappings is List {
  return 'items' in mappings;
}

test('the calendar of Homepage reads the link of a feed', async () => {
  const server = await serverWithData(dayNow());
  const [, block = ''] = blocksOf('docs/homepage.md', 'yaml');
  const [{ Home: tiles }] = YAML.parse(block) as [{ Home: [{ Calendar: { widget: CalendarWidget } }] }];
  const { type, integrations } = tiles[0].Calendar.widget;
  expect([type, integrations.map((one) => one.type)]).toEqual(['calendar', ['ical']]);
  const words = ['keys', 'create', '--owner', 'default', '--scope', 'admin'];
  const key = (await run(words, { cwd: server.directory })).stdout.trim();
  const made = await server.call(key, 'POST', '/api/v1/feeds', { name: integrations[0].name });
  const { url } = made.json['data'] as { readonly url: string };
  const asWritten = integrations[0].url.replace(originInGuides, server.origin);
  const address = asWritten.replace(/dbk_f_\w+/, /dbk_f_\w+/.exec(url)?.[0] ?? '');
  const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  expect(answer.headers.get('content-type')).toStartWith('text/calendar');
  expect(await answer.text()).toContain('SUMMARY:Netflix');
  await server.stop();
});

test('the Homepage tiles link to the dashboard, and their widgets call paths that exist and show fields of the right type', async () => {
  await onOneDay(async (today) => {
    const server = await serverWithData(today);
    const [services = ''] = blocksOf('docs/homepage.md', 'yaml');
    const [group] = YAML.parse(services) as Record<
      string,
      Record<string, { href: string; widget: Widget; siteMonitor?: string }>[]
    >[];
    const named = (group?.['Home'] ?? []).flatMap((entry) => Object.entries(entry));
    const names = ['Duebook', 'Due this week', 'This month', 'Set aside'];
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
    expect(lists).toEqual([['Netflix', 'netflix', 'Spotify']]);
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
