import { describe, expect, test } from 'bun:test';
import { settingRules } from '../../../src/core/config/settings.ts';
import { chooseAddresses, type AddressRules } from '../../../src/core/outgoing/addresses.ts';

const plain: AddressRules = {
  resolve: () => Promise.reject(new Error('unknown')),
  allow: [],
  ownListeners: () => [],
  publicUrl: null,
  isOfMachine: () => false,
};

function choose(url: string, rules: Partial<AddressRules> = {}) {
  return chooseAddresses({ ...plain, ...rules })(new URL(url));
}

const refusedAddress = { refused: 'refusedAddress' } as const;
const notAllowed = { refused: 'notAllowed' } as const;

describe('an address that gets no message', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    '0.0.0.0',
    '0.1.2.3',
    // Where clouds hand out credentials: Azure, Oracle, Alibaba Cloud, containers of AWS, Scaleway, Tencent Cloud.
    '168.63.129.16',
    '192.0.0.192',
    '192.0.0.1',
    '100.100.100.200',
    '169.254.170.2',
    '169.254.170.23',
    '169.254.42.42',
    '169.254.0.23',
    '224.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[febf::1]',
    // The same in IPv6: AWS, Google Cloud, Oracle, Scaleway, Alibaba Cloud, Akamai.
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd00:ec2:1:2::3]',
    '[fd20:ce::254]',
    '[fd00:c1::a9fe:a9fe]',
    '[fd00:42::42]',
    '[fd00:100::100:200]',
    '[fd00:a9fe:a9fe::1]',
    '[fe80::a9fe:a9fe]',
    '[::]',
    '[ff02::1]',
    // IPv4 in IPv6: mapped, NAT64, 6to4, Teredo (inverted), compatible.
    '[::ffff:168.63.129.16]',
    '[64:ff9b::168.63.129.16]',
    '[64:ff9b::100.100.100.200]',
    '[2002:a83f:8110::1]',
    '[2001:0:4136:e378:8000:63bf:57c0:7eef]',
    '[2001::5601:5601]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::169.254.169.254]',
    // Local-use NAT64, whatever is in it, and the IPv4-translated form.
    '[64:ff9b:1::a9fe:a9fe]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[64:ff9b:1:102:3:400:102:304]',
    '[::ffff:0:169.254.169.254]',
    '[::ffff:0:1.2.3.4]',
    '[2002:a9fe:a9fe::1]',
    '[::169.254.169.254]',
    '[::ffff:0.0.0.0]',
    // Other forms of 169.254.169.254 that URLs allow.
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
  ])('%s', async (host) => {
    expect(await choose(`http://${host}/`)).toEqual(refusedAddress);
  });

  test('is refused wherever a name leads, also when it is one of several', async () => {
    const resolve = () => Promise.resolve(['93.184.216.34', '169.254.169.254']);
    expect(await choose('http://metadata.example.org/', { resolve })).toEqual(refusedAddress);
    expect(await choose('http://metadata.example.org./', { resolve })).toEqual(refusedAddress);
  });

  test.each(['169.254.169.254', '168.63.129.16', '192.0.0.192', 'fd00:ec2::23', 'fd20:ce::254', '2001::57c0:7eef'])(
    'is refused although its name and its network are allowed: %s',
    async (address) => {
      const resolve = () => Promise.resolve([address]);
      const allow = settingRules.outgoingAllow.parse(`a.example,0.0.0.0/0,::/0,${address}`) ?? [];
      expect(await choose('http://a.example/', { resolve, allow })).toEqual(refusedAddress);
    },
  );
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.5',
  '172.16.0.1',
  '93.184.216.34',
  '[::1]',
  '[fd00::5]',
  // Numbered by Tailscale, or by hand, beside an address of a cloud.
  '100.64.0.1',
  '100.100.100.201',
  '168.63.129.17',
  '[fd00:42::5]',
  '[fd00:100::1]',
  '[fd00:c1::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
])('a home has receivers at %s', async (host) => {
  expect(await choose(`http://${host}:8080/`)).toEqual({ addresses: [host.replace(/[[\]]/g, '')] });
});

test('IPv4 addresses are tried before those of IPv6', async () => {
  const resolve = () => Promise.resolve(['2001:db8::1', '192.0.2.1']);
  expect(await choose('http://ntfy.lan/', { resolve })).toEqual({ addresses: ['192.0.2.1', '2001:db8::1'] });
});

test('a name without an address is unknown', async () => {
  expect(await choose('http://nowhere.lan/')).toEqual({ refused: 'unknownHost' });
  expect(await choose('http://nowhere.lan/', { resolve: () => Promise.resolve([]) })).toEqual({
    refused: 'unknownHost',
  });
});

describe('the listeners of the server itself', () => {
  const at = (host: string) => ({ ownListeners: () => [{ host, port: 8383 }], isOfMachine });
  const isOfMachine = (address: string) => ['192.168.1.2', 'fd00::2'].includes(address);

  test.each(['127.0.0.1', '[::1]', '127.9.9.9', '192.168.1.2', '[fd00::2]', '[::ffff:192.168.1.2]'])(
    'on all addresses are refused at %s',
    async (host) => {
      expect(await choose(`http://${host}:8383/`, at('0.0.0.0'))).toEqual(refusedAddress);
      expect(await choose(`http://${host}:8383/`, at('::'))).toEqual(refusedAddress);
    },
  );

  test('on one address are refused there', async () => {
    expect(await choose('http://127.0.0.1:8383/', at('127.0.0.1'))).toEqual(refusedAddress);
    expect(await choose('http://192.168.1.2:8383/', at('127.0.0.1'))).toEqual({ addresses: ['192.168.1.2'] });
  });

  test('on a name are refused at each address of the machine', async () => {
    expect(await choose('http://127.0.0.1:8383/', at('localhost'))).toEqual(refusedAddress);
  });

  test('do not keep messages from other ports and machines', async () => {
    expect(await choose('http://127.0.0.1:8384/', at('0.0.0.0'))).toEqual({ addresses: ['127.0.0.1'] });
    expect(await choose('http://192.168.1.9:8383/', at('0.0.0.0'))).toEqual({ addresses: ['192.168.1.9'] });
  });

  test('are refused at the public address of the server, however it is written', async () => {
    const resolve = () => Promise.resolve(['192.168.1.9']);
    const at443 = { resolve, publicUrl: 'https://Duebook.example.org/home' };
    for (const url of ['https://duebook.example.org/api', 'https://DUEBOOK.example.org.:443/'])
      expect(await choose(url, at443)).toEqual(refusedAddress);
    for (const url of ['https://ntfy.example.org/', 'https://duebook.example.org:8443/'])
      expect(await choose(url, at443)).toEqual({ addresses: ['192.168.1.9'] });
    expect(await choose('http://nas.lan:8080/', { resolve, publicUrl: 'http://nas.lan:8080' })).toEqual(refusedAddress);
  });

  test('are known by the port that a scheme has', async () => {
    const own = { ownListeners: () => [{ host: '0.0.0.0', port: 80 }], isOfMachine };
    expect(await choose('http://127.0.0.1/', own)).toEqual(refusedAddress);
    expect(await choose('https://127.0.0.1/', own)).toEqual({ addresses: ['127.0.0.1'] });
  });
});

describe('with --outgoing-allow', () => {
  const allow = settingRules.outgoingAllow.parse('NTFY.example.org, 192.168.0.0/16,2001:db8::/32') ?? [];
  const resolve = (host: string) => Promise.resolve([host === 'nas.lan' ? '192.168.1.9' : '93.184.216.34']);

  test.each([
    ['https://ntfy.example.org/', { addresses: ['93.184.216.34'] }],
    ['https://ntfy.example.org./', { addresses: ['93.184.216.34'] }],
    ['http://nas.lan/', { addresses: ['192.168.1.9'] }],
    ['http://192.168.7.7/', { addresses: ['192.168.7.7'] }],
    ['http://[2001:db8::7]/', { addresses: ['2001:db8::7'] }],
    ['https://other.example.org/', notAllowed],
    ['https://sub.ntfy.example.org/', notAllowed],
    ['http://10.0.0.1/', notAllowed],
  ])('%s', async (url, expected) => {
    expect(await choose(url, { allow, resolve })).toEqual(expected);
  });
});
