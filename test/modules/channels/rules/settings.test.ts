import { describe, expect, test } from 'bun:test';
import {
  changedSecrets,
  faultInDraft,
  missingSecrets,
  viewChannel,
} from '../../../../src/modules/channels/rules/channel.ts';
import { channelTypes } from '../../../../src/modules/channels/rules/channelTypes.ts';
import {
  isSecretSetting,
  settingFactsOf,
  settingFields,
  settingNamesOf,
  settingsOf,
  type SettingName,
} from '../../../../src/modules/channels/rules/settingFields.ts';

const names = Object.keys(settingFields) as readonly SettingName[];

describe('each setting', () => {
  test.each(names)('%s takes its own example', (name) => {
    const { allows, example } = settingFactsOf(name);
    expect(allows(example)).toBe(true);
  });

  test.each(names)('%s takes nothing that could end a header or leave a path', (name) => {
    const { allows, example } = settingFactsOf(name);
    for (const end of ['\r\nBcc: eve@example.org', '\n', '\0', '\ud800'])
      expect([end, allows(example + end)]).toEqual([end, false]);
    expect(allows('')).toBe(false);
    expect(allows('x'.repeat(5000))).toBe(false);
  });

  test.each([
    ['url', 'ftp://example.org'],
    ['url', 'https://user:password@example.org/'],
    ['url', 'javascript:alert(1)'],
    ['url', 'https://'],
    ['topic', '../v1/tokens'],
    ['webhookId', '..'],
    ['key', 'a/b'],
    ['to', 'alex'],
    ['to', 'alex@example.org,'],
    ['to', 'a@x.org,b@x.org,c@x.org,d@x.org,e@x.org,f@x.org'],
    ['to', '"alex" <alex@example.org>'],
    ['secret', 'whsec_c2hvcnQ='],
    ['secret', `whsec_${'A'.repeat(33)}`],
    ['secret', `whsec_${'A'.repeat(88)}==`],
    ['secret', 'C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    ['service', 'light.turn_on'],
    ['chatId', '12/../34'],
  ] as const)('%s refuses %j', (name, text) => {
    expect(settingFactsOf(name).allows(text)).toBe(false);
  });
});

test.each([...channelTypes])(
  'a channel of type %s has every setting that it needs, and secrets only where they are kept',
  (type) => {
    const { needs, needsOneOf = [] } = settingsOf[type];
    const all = Object.fromEntries(
      [...needs, ...needsOneOf.slice(0, 1)].map((name) => [name, settingFactsOf(name).example]),
    );
    expect(faultInDraft(type, all)).toBeUndefined();
    for (const name of needs) {
      const { [name]: _left, ...rest } = all;
      const isGiven = name === 'url' && settingsOf[type].defaultUrl !== undefined;
      expect(faultInDraft(type, rest)).toEqual(isGiven ? undefined : { kind: 'missing', name });
    }
    expect(faultInDraft(type, { ...all, colour: 'red' })).toEqual({ kind: 'unknown', name: 'colour' });
    expect(new Set(settingNamesOf(type)).size).toBe(settingNamesOf(type).length);
    expect(names.filter(isSecretSetting)).toEqual(['url', 'topic', 'token', 'secret', 'webhookId', 'key', 'urls']);
  },
);

describe('the secrets of a channel', () => {
  const channel = {
    id: '1',
    userId: null,
    name: 'Phone',
    type: 'gotify',
    enabled: true,
    language: 'en',
    origin: 'https://gotify.lan',
    settings: {},
    secrets: { token: 'k.1', url: 'k.2' },
    unreadable: [],
    createdAt: '',
    updatedAt: '',
  } as const;

  test('stay with the same host, scheme and port', () => {
    const change = { secrets: { url: 'k.3' }, origin: 'https://gotify.lan' };
    expect(changedSecrets(channel, change).secrets).toEqual({ token: 'k.1', url: 'k.3' });
  });

  test.each(['https://evil.lan', 'http://gotify.lan', 'https://gotify.lan:8443'])('are lost with %s', (origin) => {
    const changed = { ...channel, ...changedSecrets(channel, { secrets: { url: 'k.3' }, origin }) };
    expect(changed.secrets).toEqual({ token: null, url: 'k.3' });
    expect(missingSecrets(changed)).toEqual(['token']);
    expect(viewChannel(changed)).toMatchObject({ secretsSet: ['url'], secretsMissing: ['token'] });
  });

  test('that are lost are missing until they are given again or removed, also those that a type can do without', () => {
    const signed = { ...channel, type: 'webhook', secrets: { secret: 'k.1', url: 'k.2' } } as const;
    const moved = { ...signed, ...changedSecrets(signed, { secrets: { url: 'k.3' }, origin: 'https://other.lan' }) };
    expect(missingSecrets(moved)).toEqual(['secret']);
    expect(missingSecrets({ ...moved, ...changedSecrets(moved, { secrets: { secret: null } }) })).toEqual([]);
    expect(missingSecrets({ ...moved, ...changedSecrets(moved, { secrets: { secret: 'k.4' } }) })).toEqual([]);
  });

  test('whose key is lost are missing until they are given again', () => {
    const unreadable = { ...channel, unreadable: ['token', 'url'] };
    expect(missingSecrets(unreadable)).toEqual(['url', 'token']);
    const given = { ...unreadable, ...changedSecrets(unreadable, { secrets: { token: 'n.1' } }) };
    expect(missingSecrets(given)).toEqual(['url']);
  });
});
