import { describe, expect, test } from 'bun:test';
import { pathOf } from '../../../support/expectations.ts';
import { calendarOf, eventsIn, hasSecondReader, makeFeed, readInPython } from '../../../support/calendars.ts';
import { paymentsOf, renewed } from '../../../support/payments.ts';
import { startService, type Service } from '../../../support/service.ts';

const publicUrl = 'http://127.0.0.1:9/';

/** A service whose links lead to itself. */
async function startHome(now = '2026-06-16T12:00:00.000Z') {
  return startService({ now, writesInline: true });
}
const eventsOf = async (service: Service, settings: object = {}) =>
  eventsIn((await calendarOf(service, settings)).text);
const setDetails = (service: Service, record: { readonly id: string }, json: object) =>
  service.call('PATCH', `${pathOf(record)}/details`, { json });

describe('§17.4: a calendar', () => {
  test('has an event for each due date and for each payment made, with amount and currency', async () => {
    const service = await startHome();
    const record = await service.create({ name: 'Netflix', lastPaymentDate: '2026-05-15' });
    await renewed(service, record, { dueOn: '2026-06-15', paidOn: '2026-06-16', amount: 14.5 });
    const events = await eventsOf(service, { daysAhead: 60, alarmDaysBefore: 3 });
    const uid = (day: string) => `${record.id}-${day}@duebook`;
    expect(events).toEqual([
      {
        uid: uid('20260615'),
        summary: '✓ Netflix: 14.50 USD',
        start: '2026-06-16',
        end: '2026-06-17',
        sequence: 1,
        categories: ['Streaming'],
        alarmHours: undefined,
      },
      ...['15', '15'].map((day, index) => ({
        uid: uid(`20260${7 + index}${day}`),
        summary: 'Netflix: 15.99 USD',
        start: `2026-0${7 + index}-15`,
        end: `2026-0${7 + index}-16`,
        sequence: 1,
        categories: ['Streaming'],
        alarmHours: 9 - 3 * 24,
      })),
    ]);
  });

  test.each([
    [0, 9],
    [1, -15],
    [2, -39],
    [30, 9 - 30 * 24],
  ])('has alarms at 9:00, %d days before a payment is due, and none for days that have passed', async (days, hours) => {
    const service = await startHome();
    await service.create({ lastPaymentDate: '2026-05-10' });
    const events = await eventsOf(service, { alarmDaysBefore: days });
    expect(events.slice(0, 3).map(({ alarmHours }) => alarmHours)).toEqual([undefined, hours, hours]);
  });

  test('keeps the identity of an event when it is paid, and raises its number with each change', async () => {
    const service = await startHome();
    const record = await service.create({ lastPaymentDate: '2026-05-16' });
    const first = async () => (await eventsOf(service))[0];
    const due = await first();
    expect(due).toMatchObject({ start: '2026-06-16', sequence: 0 });
    await service.call('PATCH', pathOf(record), { json: { amount: 17 } });
    expect(await first()).toMatchObject({ uid: due?.uid, sequence: 1 });
    await renewed(service, record, {});
    expect(await first()).toMatchObject({ uid: due?.uid, sequence: 2, summary: '✓ Netflix: 17.00 USD' });
    const [payment] = (await paymentsOf(service)).data;
    await service.call('PATCH', `/api/v1/payments/${payment?.id}`, { json: { amount: 18 } });
    expect(await first()).toMatchObject({ uid: due?.uid, sequence: 3, summary: '✓ Netflix: 18.00 USD' });
    await service.call('DELETE', `/api/v1/payments/${payment?.id}`);
    expect((await eventsOf(service)).map(({ uid }) => uid)).not.toContain(due?.uid ?? '');
  });

  test('has what passes its filters, as in the list, and the whole tag', async () => {
    const service = await startHome();
    const make = (name: string, category: string) => service.create({ name, category, lastPaymentDate: '2026-06-01' });
    const [music, film] = [await make('Music', 'Streaming'), await make('Film', 'Streaming')];
    await make('Power', 'Home');
    await setDetails(service, music, { tags: ['family', 'kids'] });
    await setDetails(service, film, { tags: ['family room'] });
    const paused = await renewedAndPaused(service);
    const namesWith = async (settings: object) => {
      const events = await eventsOf(service, { ...settings, daysAhead: 30 });
      return events.map(({ summary }) => summary.replace(/:.*/, '')).sort();
    };
    expect(await namesWith({})).toEqual(['Film', 'Music', 'Power']);
    expect(await namesWith({ category: 'Streaming' })).toEqual(['Film', 'Music']);
    expect(await namesWith({ category: 'streaming' })).toEqual([]);
    expect(await namesWith({ tag: 'family' })).toEqual(['Music']);
    expect(await namesWith({ category: 'Home', tag: 'family' })).toEqual([]);
    expect(await namesWith({ status: 'paused' })).toEqual([`✓ ${paused.name}`]);
  });

  test('shows nothing of another owner', async () => {
    const service = await startHome();
    await service.create({ lastPaymentDate: '2026-06-01' });
    const { text } = await calendarOf(service, {}, 'second');
    expect(eventsIn(text)).toEqual([]);
    // A calendar must have a component.
    expect(text).toMatch(/\r\nBEGIN:VTIMEZONE\r\nTZID:UTC\r\n(?:.+\r\n)+END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/);
  });

  test('writes amounts with the usual decimals of their currency', async () => {
    const service = await startHome();
    const draft = { lastPaymentDate: '2026-06-10', name: 'N' };
    for (const [amount, currency] of [
      [1500, 'JPY'],
      [1500.5, 'JPY'],
      [3, 'EUR'],
      [0, 'CHF'],
      [999_999.99, 'USD'],
    ])
      await service.create({ ...draft, amount, currency });
    const events = await eventsOf(service, { daysAhead: 30 });
    expect(events.map(({ summary }) => summary)).toEqual([
      'N: 1500 JPY',
      'N: 1500.50 JPY',
      'N: 3.00 EUR',
      'N: 0.00 CHF',
      'N: 999999.99 USD',
    ]);
  });

  test('links to the record in the dashboard when the public address is known', async () => {
    const settings = { publicUrl, allowedHosts: [], authHeader: null, createFor: null };
    const service = await startService({ writesInline: true, signIn: settings });
    const { id } = await service.create({ lastPaymentDate: '2026-06-10' });
    const { url } = await makeFeed(service);
    const text = await (await fetch(url.replace(publicUrl, `${service.origin}/`))).text();
    expect(text.replaceAll('\r\n ', '')).toContain(`\r\nURL:${publicUrl}subscriptions?id=${id}\r\n`);
  });

  test.each([
    ['Pacific/Pago_Pago', '2026-06-16T10:59:00.000Z'],
    ['Pacific/Kiritimati', '2026-06-16T10:01:00.000Z'],
  ])('has the same days in %s as anywhere', async (timeZone, now) => {
    const service = await startService({ writesInline: true, timeZone, now });
    await service.create({ period: 'yearly', lastPaymentDate: '2025-07-01' });
    const { text } = await calendarOf(service, { daysAhead: 300 });
    expect(eventsIn(text)).toMatchObject([{ start: '2026-07-01', end: '2026-07-02' }]);
    expect(text).not.toMatch(/TZID|VTIMEZONE|RRULE|DTSTART:|DTEND:/);
  });
});

/** A subscription that was paid, and is paused now. */
async function renewedAndPaused(service: Service) {
  const record = await service.create({ name: 'Gym', lastPaymentDate: '2026-05-16' });
  await renewed(service, record, {});
  await service.call('PATCH', pathOf(record), { json: { status: 'paused' } });
  return record;
}

const hostile = [
  '\u{1f600}'.repeat(120),
  'a,b;c\\d',
  'é'.repeat(120),
  'BEGIN:VEVENT',
  '"quoted": x',
  '漢字'.repeat(60),
];

/** A calendar with texts that must be escaped and folded. */
async function hostileCalendar() {
  const service = await startHome();
  for (const name of hostile)
    await service.create({ name, category: name.slice(0, 40), lastPaymentDate: '2026-06-10', period: 'yearly' });
  return (await calendarOf(service, { name: '\u{1f4b6}, ; bills', alarmDaysBefore: 1 })).text;
}

describe('§17.4: a calendar with any texts', () => {
  test('is read as it was written by ical.js, in lines of at most 75 octets', async () => {
    const text = await hostileCalendar();
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/(^|[^\r])\n/);
    const events = eventsIn(text);
    expect(events.map(({ summary }) => summary)).toEqual(hostile.map((name) => `${name}: 15.99 USD`));
    expect(events.map(({ categories }) => categories)).toEqual(hostile.map((name) => [name.slice(0, 40)]));
  });

  test.if(hasSecondReader)('is read the same by the Python package icalendar', async () => {
    const text = await hostileCalendar();
    const { faults, events } = readInPython(text);
    expect(faults).toEqual([]);
    expect(events as unknown).toEqual(
      eventsIn(text).map(({ alarmHours: _hours, categories: _categories, ...event }) => event),
    );
  });
});

describe('§17.5: the link of a calendar', () => {
  test('answers with a calendar that may be kept and is asked for again', async () => {
    const service = await startHome();
    const { url } = await makeFeed(service);
    const answer = await fetch(url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"\w{32}"$/),
    });
    expect(answer.headers.has('x-ratelimit-limit')).toBe(false);
    expect(await answer.text()).toContain(
      'X-WR-CALNAME:Bills\r\nREFRESH-INTERVAL;VALUE=DURATION:PT6H\r\nX-PUBLISHED-TTL:PT6H\r\n',
    );
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, answer.headers.get('etag'), '']);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  test('answers 304 until something changes, or a day begins', async () => {
    const service = await startHome();
    const { url } = await makeFeed(service);
    let tag = (await fetch(url)).headers.get('etag') ?? '';
    const again = async () => {
      const answer = await fetch(url, { headers: { 'if-none-match': tag } });
      tag = answer.headers.get('etag') ?? '';
      return answer.status;
    };
    expect([await again(), await again()]).toEqual([304, 304]);
    const record = await service.create();
    expect([await again(), await again()]).toEqual([200, 304]);
    await setDetails(service, record, { tags: ['x'] });
    expect([await again(), await again()]).toEqual([200, 304]);
    await service.call('DELETE', pathOf(record));
    expect([await again(), await again()]).toEqual([200, 304]);
    service.clock.advance(12 * 3600);
    expect([await again(), await again()]).toEqual([200, 304]);
  });

  test('compresses a large calendar, with another strong ETag for each encoding', async () => {
    const service = await startHome();
    for (let count = 0; count < 10; count += 1) await service.create({ lastPaymentDate: '2026-06-10' });
    const { url } = await makeFeed(service);
    const read = async (headers: Record<string, string>) => {
      const answer = await fetch(url, { headers, decompress: false });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const { status } = answer;
      return { status, bytes, tag: answer.headers.get('etag') ?? '', encoding: answer.headers.get('content-encoding') };
    };
    const [plain, gzip] = [await read({ 'accept-encoding': 'identity' }), await read({ 'accept-encoding': 'gzip' })];
    expect([plain.encoding, gzip.encoding]).toEqual([null, 'gzip']);
    expect(Bun.gunzipSync(gzip.bytes)).toEqual(plain.bytes);
    expect(gzip.tag).toBe(plain.tag.replace(/"$/, '-gzip"'));
    for (const { tag } of [plain, gzip]) {
      const known = await read({ 'accept-encoding': 'gzip', 'if-none-match': tag });
      expect([known.status, known.tag, known.bytes.length]).toEqual([304, tag, 0]);
    }
  });

  test('has a limit of its own, and costs nothing of the quota', async () => {
    const service = await startService({ writesInline: true, quota: { limit: 10, windowSeconds: 60 } });
    const { url } = await makeFeed(service);
    const other = await makeFeed(service, {}, 'second');
    const statuses = [];
    for (let count = 0; count < 121; count += 1) statuses.push((await fetch(url)).status);
    expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), 429]);
    const refused = await fetch(url);
    expect(Number(refused.headers.get('retry-after'))).toBe(3600);
    expect((await fetch(other.url)).status).toBe(200);
    expect((await service.call('GET', '/api/v1/subscriptions')).headers.get('x-ratelimit-remaining')).toBe('8');
    service.clock.advance(3600);
    expect((await fetch(url)).status).toBe(200);
  });

  test('limits unknown links of an address, apart from its invalid keys, and known links stay', async () => {
    const service = await startService({ writesInline: true, invalidKeys: { limit: 3, windowSeconds: 60 } });
    const { url } = await makeFeed(service);
    const unknown = `${service.origin}/feeds/unknown.ics`;
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await fetch(unknown)).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect((await fetch(url)).status).toBe(200);
    expect((await service.call('GET', '/api/v1/subscriptions', { key: 'dbk_w_x' })).status).toBe(401);
  });

  test('is in the access log by its route alone', async () => {
    const routes: string[] = [];
    const observers = [{ answered: ({ route }: { readonly route: string }) => void routes.push(route) }];
    const observation = { observers, onAuthenticationFailure: () => undefined, onQuotaUsedUp: () => undefined };
    const service = await startService({ writesInline: true, observation });
    const { url } = await makeFeed(service);
    await fetch(url);
    await fetch(`${service.origin}/feeds/unknown.ics`);
    expect(routes).toEqual(['/api/v1/feeds', '/feeds/:file', '/feeds/:file']);
  });

  test('works below a base path', async () => {
    const service = await startService({ writesInline: true, basePath: '/duebook' });
    const { url } = await makeFeed(service);
    expect(url).toStartWith(`${service.origin}/feeds/`);
    expect((await fetch(url)).status).toBe(200);
  });
});
