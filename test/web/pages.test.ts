import { describe, expect, test } from 'bun:test';
import { allPagesAtOnce } from '../../src/web/api/answers.ts';

/** A service with so many entries, which notes what it is asked for. */
function serviceWith(count: number) {
  const asked: number[] = [];
  let counted = 0;
  return {
    asked,
    counted: () => counted,
    countAll: () => {
      counted += 1;
      return Promise.resolve(count);
    },
    read: ({ limit, offset }: { readonly limit: number; readonly offset: number }) => {
      asked.push(offset);
      const data = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, place) => offset + place);
      return Promise.resolve({ data, pagination: { hasMore: offset + data.length < count } });
    },
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place);

describe('a list in pages', () => {
  test.each([
    [0, [0]],
    [1, [0]],
    [100, [0]],
    [101, [0, 100]],
    [200, [0, 100]],
    [600, [0, 100, 200, 300, 400, 500]],
    [601, [0, 100, 200, 300, 400, 500, 600]],
    [1000, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900]],
  ])('of %d entries is read whole, and no page beyond the last', async (count, offsets) => {
    const service = serviceWith(count);
    expect(await allPagesAtOnce(service.read, service)).toEqual(upTo(count));
    expect(service.asked).toEqual(offsets);
    expect(service.counted()).toBe(count > 100 ? 1 : 0);
  });

  test('is read whole, too, when it has grown or shrunk since it was counted', async () => {
    for (const counted of [0, 101, 350, 900]) {
      const service = serviceWith(640);
      expect(await allPagesAtOnce(service.read, { countAll: () => Promise.resolve(counted) })).toEqual(upTo(640));
    }
  });
});
