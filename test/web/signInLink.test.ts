import { describe, expect, test } from 'bun:test';
import { codeIn, typedCode } from '../../src/web/pages/sign-in/link.ts';

const code = '7K2M-9XQD-04ZT-HBWC';

describe('the code of a sign-in link', () => {
  test.each([
    [`http://nas:8383/sign-in#code=${code}`, code],
    [`http://nas:8383/duebook/sign-in#code=${code}`, code],
    ['http://nas:8383/sign-in#code=7K2M%2D9XQD', '7K2M-9XQD'],
    [`http://nas:8383/sign-in#invitation=${code}`, code],
    ['http://nas:8383/sign-in#code=%', '%'],
    ['http://nas:8383/sign-in#code=', undefined],
    ['http://nas:8383/sign-in#content', undefined],
    [`http://nas:8383/sign-in?code=${code}`, undefined],
  ])('%s has the code %p', (url, expected) => {
    expect(codeIn(url)).toBe(expected);
  });
});

describe('a code that a user typed or pasted', () => {
  test.each([
    [` ${code} `, code],
    [code.toLowerCase(), code.toLowerCase()],
    [`http://nas:8383/sign-in#code=${code}\n`, code],
    ['http://nas:8383/sign-in', 'http://nas:8383/sign-in'],
  ])('%p is read as %p', (text, expected) => {
    expect(typedCode(text)).toBe(expected);
  });
});
