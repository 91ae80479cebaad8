import { describe, expect, test } from 'bun:test';
import { YAML } from 'bun';
import { answerTo, at, dayNow, onOneDay, originInGuides, serverWithData } from '../support/dashboardServer.ts';
import { blocksOf } from '../support/guides.ts';
import { startServer } from '../support/binary.ts';
import { isNightly } from '../support/nightly.ts';
import { isRenderable, render } from '../support/jinja.ts';

interface Sensor {
  readonly name: string;
  readonly unique_id: string;
  readonly value_template: string;
  readonly unit_of_measurement?: string;
  readonly availability?: string;
  readonly json_attributes_path?: string;
  readonly json_attributes?: readonly string[];
}

interface Configuration {
  readonly rest: readonly {
    readonly resource?: string;
    readonly resource_template?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly sensor: readonly Sensor[];
  }[];
  readonly template: readonly {
    readonly sensor: readonly { readonly unique_id: string; readonly availability: string; readonly state: string }[];
  }[];
}

interface Automations {
  readonly automation: readonly {
    readonly triggers: readonly { readonly trigger: string; readonly at: string }[];
    readonly variables: { readonly renewals: string; readonly overdue: string };
    readonly conditions: readonly { readonly value_template: string }[];
    readonly actions: readonly { readonly data: { readonly message: string } }[];
  }[];
}

interface MarkAsPaid {
  readonly rest_command: {
    readonly duebook_mark_as_paid: {
      readonly url: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly content_type: string;
      readonly payload: string;
    };
  };
  readonly script: {
    readonly mark_oldest_overdue_as_paid: {
      readonly sequence: readonly [
        { readonly value_template: string },
        { readonly action: string; readonly data: { readonly id: string; readonly due_on: string } },
        { readonly action: string },
      ];
    };
  };
}

const blocks = blocksOf('docs/home-assistant.md', 'yaml');
const [secrets, configuration, { automation }, , { rest_command: commands, script }] = blocks.map((block) =>
  YAML.parse(block),
) as [Record<string, string>, Configuration, Automations, Record<string, string>, MarkAsPaid];
const idOf = (name: string) => `sensor.${name.toLowerCase().replaceAll(' ', '_')}`;
const sensorIds = configuration.rest.flatMap(({ sensor }) => sensor.map(({ name }) => idOf(name)));

/** The URLs of the sensors on a day. */
function urlsOn(today: Temporal.PlainDate): string[] {
  const days = new Map([
    ['(now() + timedelta(days=6)).date()', today.add({ days: 6 })],
    ["now().strftime('%Y-%m-01')", today.with({ day: 1 })],
    ['now().date()', today],
  ]);
  return configuration.rest.map(({ resource, resource_template: template = '' }) => {
    return resource ?? template.replaceAll(/\{\{ (.*?) \}\}/g, (_, expression: string) => String(days.get(expression)));
  });
}

/** Checks that the answer has the value at the start of a template, and that its records have the attributes it picks. */
function checkTemplate(template: string, answer: unknown): void {
  const [, path = ''] = /^\{\{ value_json\.([\w.[\]]+)/.exec(template) ?? [];
  const value = at(answer, path.replaceAll(/\[(\d)\]/g, '.$1').replace(/\.EUR$/, ''));
  for (const [, attribute = ''] of template.matchAll(/(?:selectattr\(|attribute=)'(\w+)'/g))
    at(value, `0.${attribute}`);
}

describe('the sensors for Home Assistant', () => {
  test('call paths that exist with a read key, and read fields that the answers have', async () => {
    const today = dayNow();
    const server = await serverWithData(today);
    const { duebook_authorization: secret = '' } = secrets;
    const urls = urlsOn(today);
    for (const [index, { headers, sensor }] of configuration.rest.entries()) {
      // The parser drops the tag !secret and returns the name of the secret.
      expect(headers).toEqual({ Authorization: 'duebook_authorization' });
      const authorization = secret.replace('dbk_r_REPLACE_ME', server.readKey);
      const answer = await answerTo(server, urls[index] ?? '', { authorization });
      for (const { value_template: template } of sensor) checkTemplate(template, answer);
      for (const { json_attributes_path: path = '$', json_attributes: names = [] } of sensor) {
        for (const name of names) at(answer, `${path}.${name}`.replace('$.', ''));
      }
    }
    await server.stop();
  });

  test('have unique ids', () => {
    const ids = [configuration.rest, configuration.template].flatMap((parts) =>
      parts.flatMap(({ sensor }) => sensor.map((one) => one.unique_id)),
    );
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  });

  test.if(isRenderable)('show the right values when the template language of Home Assistant renders them', async () => {
    await onOneDay(async (today) => {
      const server = await serverWithData(today);
      const urls = urlsOn(today);
      const states: Record<string, string> = {};
      for (const [index, { sensor, resource_template: template }] of configuration.rest.entries()) {
        const url = urls[index] ?? '';
        if (template !== undefined) expect(await render(template, {})).toBe(url);
        const answer = await answerTo(server, url, { authorization: `Bearer ${server.readKey}` });
        for (const { name, availability = '{{ true }}', value_template: value } of sensor) {
          expect(await render(availability, { value_json: answer })).toBe('True');
          states[idOf(name)] = await render(value, { value_json: answer });
        }
      }
      const week = 3 * 15.99;
      const monthEnd = today.with({ day: today.daysInMonth });
      const weeks = [6, 13, 20, 27].filter((days) => Temporal.PlainDate.compare(today.add({ days }), monthEnd) <= 0);
      const money = (amount: number) => String(Math.round(amount * 100) / 100);
      expect(states).toEqual({
        'sensor.active_subscriptions': '5',
        'sensor.subscriptions_per_month': money((week * 365) / 7 / 12 + 1),
        'sensor.next_subscription': 'Netflix',
        'sensor.days_until_the_next_subscription': '6',
        'sensor.subscriptions_due_this_week': money(week),
        'sensor.overdue_subscriptions': '1',
        'sensor.subscriptions_paid_this_month': '12',
        'sensor.subscriptions_to_pay_this_month': money(week * weeks.length),
        // Four or five weeks a month.
        'sensor.set_aside_for_subscriptions': expect.stringMatching(/^(19|2[0-3])\d(\.\d+)?$/),
      });
      const [thisMonth] = configuration.template.flatMap(({ sensor }) => sensor);
      expect(Number(await render(thisMonth?.state ?? '', { states }))).toBeCloseTo(12 + week * weeks.length);
      expect(await render(thisMonth?.availability ?? '', { states })).toBe('True');
      expect(
        await render(thisMonth?.availability ?? '', { states: { 'sensor.subscriptions_paid_this_month': '1' } }),
      ).toBe('False');
      await server.stop();
    });
  });
});

describe('when nothing is recorded', () => {
  // Home Assistant refuses an entity that has a unit and a state that is not a number.
  test.if(isNightly && isRenderable)('each sensor with a unit is a number or unavailable', async () => {
    const today = dayNow();
    const server = await startServer();
    const outcomes: Record<string, string> = {};
    for (const [index, { sensor }] of configuration.rest.entries()) {
      const headers = { authorization: `Bearer ${server.initialKey()}` };
      const given = { value_json: await answerTo(server, urlsOn(today)[index] ?? '', headers) };
      for (const { name, unit_of_measurement: unit, availability = '{{ true }}', value_template: value } of sensor) {
        if (unit === undefined) continue;
        const isAvailable = (await render(availability, given)) === 'True';
        outcomes[name] = isAvailable ? await render(value, given) : 'unavailable';
      }
    }
    expect(outcomes).toEqual({
      'Subscriptions per month': '0',
      'Days until the next subscription': 'unavailable',
      'Subscriptions due this week': '0',
      'Subscriptions paid this month': '0',
      'Subscriptions to pay this month': '0',
      'Set aside for subscriptions': '0',
    });
    await server.stop();
  });
});

describe('the automation for Home Assistant', () => {
  const [{ triggers, variables, conditions, actions }] = automation as [Automations['automation'][number]];

  test('runs by the clock and reads sensors that exist', () => {
    expect(triggers).toEqual([{ trigger: 'time', at: '08:00:00' }]);
    const named = Array.from(`${variables.renewals} ${variables.overdue}`.matchAll(/'(sensor\.\w+)'/g), ([, id]) => id);
    expect(named).toEqual(['sensor.next_subscription', 'sensor.overdue_subscriptions']);
    for (const id of named) expect(sensorIds).toContain(id ?? '');
  });

  test.if(isNightly && isRenderable).each([
    [[0, 1, 1, 2], [], 'A renews today: 5 EUR. B renews tomorrow: 5 EUR. C renews tomorrow: 5 EUR.'],
    [[1], ['Gym', 'Rent'], 'A renews tomorrow: 5 EUR. Overdue: Gym, Rent.'],
    [[5], ['Gym'], 'Overdue: Gym.'],
    [[2], [], undefined],
    [[], undefined, undefined],
  ])('with renewals in %j days and %j overdue sends %p', async (days, names, message) => {
    const upcomingRenewals = days.map((daysUntilRenewal, index) => {
      return { name: 'ABCD'.charAt(index), amount: 5, currency: 'EUR', daysUntilRenewal };
    });
    const attributes = {
      'sensor.next_subscription': { upcomingRenewals },
      ...(names !== undefined && { 'sensor.overdue_subscriptions': { overdue: names.map((name) => ({ name })) } }),
    };
    // Home Assistant parses the rendered text of a variable as a value.
    const read = async (template: string) =>
      JSON.parse(await render(template.replace(/\| list/, '| list | tojson'), { attributes })) as unknown;
    const given = { renewals: await read(variables.renewals), overdue: await read(variables.overdue) };
    const isTold = await render(conditions[0]?.value_template ?? '', given);
    expect(isTold).toBe(message === undefined ? 'False' : 'True');
    const said = await render(actions[0]?.data.message ?? '', given);
    if (message !== undefined) expect(said.trim().replaceAll(/\s+/g, ' ')).toBe(message);
  });
});

describe('the script for Home Assistant', () => {
  const { url, method, headers, content_type: contentType, payload } = commands.duebook_mark_as_paid;
  const [condition, { action, data }] = script.mark_oldest_overdue_as_paid.sequence;

  test.if(isNightly && isRenderable)('marks the oldest overdue payment as paid, once', async () => {
    const server = await serverWithData(dayNow());
    const payments = await answerTo(server, `${originInGuides}/api/v1/analytics/payments`, {
      authorization: `Bearer ${server.readKey}`,
    });
    const given = { attributes: { 'sensor.overdue_subscriptions': { overdue: at(payments, 'overdue') } } };
    expect(action).toBe('rest_command.duebook_mark_as_paid');
    expect(await render(condition.value_template, given)).toBe('True');
    expect(await render(condition.value_template, {})).toBe('False');
    const variables = { id: await render(data.id, given), due_on: await render(data.due_on, given) };
    const target = (await render(url, variables)).replace(originInGuides, server.origin);
    const body = await render(payload, variables);
    expect(headers).toEqual({ Authorization: 'duebook_write_authorization' });
    const send = () =>
      fetch(target, {
        method,
        body,
        headers: { authorization: `Bearer ${server.initialKey()}`, 'content-type': contentType },
      });
    expect([(await send()).status, (await send()).status]).toEqual([200, 409]);
    await server.stop();
  });
});
