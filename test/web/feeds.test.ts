import { describe, expect, test } from 'bun:test';
import { linkSeenFrom, webcalLink } from '../../src/web/pages/calendar/feeds/links.ts';

const file = 'feeds/dbk_f_x.ics';

describe('the link of a calendar', () => {
  test.each([
    ['http://nas:8383/', `http://nas:8383/${file}`, `http://nas:8383/${file}`],
    // The reverse proxy has removed the base path, or ended the encryption.
    ['https://home.example/duebook/', `http://home.example/${file}`, `https://home.example/duebook/${file}`],
    ['https://home.example/duebook/', `http://home.example/duebook/${file}`, `https://home.example/duebook/${file}`],
    // The server knows its public address.
    ['http://nas:8383/', `https://home.example/duebook/${file}`, `https://home.example/duebook/${file}`],
  ])('is, at %s, for the answer %s, the link %s', (base, url, link) => {
    expect(linkSeenFrom(new URL(base), url)).toBe(link);
  });

  test('opens a calendar program with the scheme webcal', () => {
    expect(webcalLink(`https://home.example/${file}`)).toBe(`webcal://home.example/${file}`);
    expect(webcalLink(`http://nas:8383/${file}`)).toBe(`webcal://nas:8383/${file}`);
  });
});
