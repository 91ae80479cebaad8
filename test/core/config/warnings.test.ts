import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  environmentWarnings,
  explainSettings,
  resolveClientSettings,
  resolveSettings,
} from '../../../src/core/config/settings.ts';
import type { Environment } from '../../../src/core/config/sources.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const password = 'correct horse';

function fileOf(content: string): string {
  const path = join(temporaryDirectory(), 'given');
  writeFileSync(path, content);
  return path;
}

describe('an unknown variable is ignored with a warning', () => {
  test.each([
    ['DUEBOOK_PROT', 'Did you mean DUEBOOK_PORT?'],
    ['DUEBOOK_PROT_FILE', 'Did you mean DUEBOOK_PORT_FILE?'],
    ['DUEBOOK_CONFG', 'Did you mean DUEBOOK_CONFIG?'],
    ['DUEBOOK_KEYFILE', 'Did you mean DUEBOOK_KEY_FILE?'],
    ['DUEBOOK_SOMETHING_ELSE', '"duebook serve --help" lists the variables.'],
    ['DUEBOOK_FOO', '"duebook serve --help" lists the variables.'],
  ])('%s: the warning names the nearest variable, but not the value', (name, advice) => {
    expect(environmentWarnings({ [name]: password })).toEqual([`${name}: unknown setting, ignored. ${advice}`]);
    expect(resolveSettings({}, { [name]: password })).toEqual(resolveSettings({}, {}));
    expect(resolveClientSettings({}, { [name]: password })).toEqual(resolveClientSettings({}, {}));
  });

  test('one warning for each, in their order', () => {
    const names = environmentWarnings({ DUEBOOK_B1: '', DUEBOOK_A1: '' }).map((line) => line.split(':')[0]);
    expect(names).toEqual(['DUEBOOK_B1', 'DUEBOOK_A1']);
  });

  test('none for the variable in which other programs have an API key', () => {
    expect(environmentWarnings({ DUEBOOK_KEY: password })).toEqual([]);
  });
});

describe('the variables that Kubernetes sets for a Service', () => {
  const links = {
    DUEBOOK_SERVICE_HOST: '10.0.0.1',
    DUEBOOK_SERVICE_PORT: '80',
    DUEBOOK_SERVICE_PORT_HTTP: '80',
    DUEBOOK_PORT: 'tcp://10.0.0.1:80',
    DUEBOOK_PORT_80_TCP: 'tcp://10.0.0.1:80',
    DUEBOOK_PORT_80_TCP_PROTO: 'tcp',
    DUEBOOK_PORT_80_TCP_PORT: '80',
    DUEBOOK_PORT_80_TCP_ADDR: '10.0.0.1',
  };

  test('are ignored, with one warning that explains them', () => {
    expect(resolveSettings({}, links)).toEqual(resolveSettings({}, {}));
    expect(environmentWarnings(links)).toEqual([
      'DUEBOOK_PORT=tcp://10.0.0.1:80 and 7 other variables are set by Kubernetes for a Service whose name begins ' +
        'with "duebook", and ignored. Rename the Service, or set "enableServiceLinks: false" in the pod.',
    ]);
    expect(environmentWarnings({ DUEBOOK_METRICS_PORT: 'tcp://[fd00::1]:9464' })).toEqual([
      expect.stringMatching(/^DUEBOOK_METRICS_PORT=tcp:\/\/\[fd00::1\]:9464 is set by Kubernetes /),
    ]);
  });

  test('are no other form of a setting that has a file, a flag or a key in the configuration file', () => {
    expect(resolveSettings({}, { ...links, DUEBOOK_PORT_FILE: fileOf('4') }).port).toBe(4);
    expect(resolveSettings({ port: '5' }, links).port).toBe(5);
    expect(resolveSettings({ config: fileOf('port = 6') }, links).port).toBe(6);
  });

  test.each([
    ['DUEBOOK_PORT', 'tcp://'],
    ['DUEBOOK_PORT', 'http://10.0.0.1:80'],
    ['DUEBOOK_HOST', 'tcp://10.0.0.1:80'],
  ])('do not hide a mistake: %s=%s', (name, value) => {
    expect(() => resolveSettings({}, { [name]: value })).toThrow(`${name} is "${value}", but must be `);
  });
});

describe('the time zone', () => {
  const zoneOf = (flags: Readonly<Record<string, string>>, environment: Environment) => {
    const settings = explainSettings(flags, environment);
    const { value, source } = settings.find(({ name }) => name === 'timezone') ?? {};
    return [value, source?.kind, source?.place, environmentWarnings(environment, settings).length];
  };

  test('is the flag, else DUEBOOK_TIMEZONE, else that of the configuration file, else TZ, else UTC', () => {
    const environment = { DUEBOOK_TIMEZONE: 'Asia/Tokyo', TZ: 'europe/berlin' };
    const config = fileOf('timezone = "Asia/Kolkata"');
    expect(zoneOf({ timezone: 'America/Lima' }, environment)).toEqual(['America/Lima', 'flag', '--timezone', 0]);
    expect(zoneOf({ config }, environment)).toEqual(['Asia/Tokyo', 'variable', 'DUEBOOK_TIMEZONE', 0]);
    expect(zoneOf({ config }, { TZ: 'Europe/Berlin' }).slice(0, 2)).toEqual(['Asia/Kolkata', 'config file']);
    expect(zoneOf({}, { TZ: 'europe/berlin' })).toEqual(['Europe/Berlin', 'variable', 'TZ', 0]);
    expect(zoneOf({}, {})).toEqual(['UTC', 'default', '', 0]);
    expect(zoneOf({}, { TZ: '' })).toEqual(['UTC', 'default', '', 0]);
  });

  test.each([':/etc/localtime', 'CET-1CEST', '/usr/share/zoneinfo/Europe/Berlin', 'Mars/Olympus', '2026-01-01T00:00Z'])(
    'is UTC, with a warning, when TZ is %s and nothing else sets it',
    (zone) => {
      expect(zoneOf({}, { TZ: zone })).toEqual(['UTC', 'default', '', 1]);
      expect(zoneOf({}, { TZ: zone, DUEBOOK_TIMEZONE: 'Asia/Tokyo' })[3]).toBe(0);
    },
  );

  test('is refused when it is given as a setting and unknown', () => {
    expect(() => resolveSettings({}, { DUEBOOK_TIMEZONE: 'CET-1CEST', TZ: 'UTC' })).toThrow('"CET-1CEST"');
  });
});
