import { afterPaint, type Visitor } from './browser.ts';

// Each key leaves other subscriptions in the list than the one before: the names end in the numbers from 0 on.
const keys = ['7', '3', '1', 'Backspace', 'Backspace', 'Backspace'];

const watchSearch = `(() => {
  const afterPaint = ${afterPaint};
  const counts = () => Array.from(document.querySelectorAll('[role="status"]'), (one) => one.textContent).join();
  window.nextAnswer = () => new Promise((resolve) => {
    let typedAt;
    const before = counts();
    addEventListener('input', ({ timeStamp }) => { typedAt ??= timeStamp; }, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (typedAt === undefined || counts() === before) return;
      observer.disconnect();
      afterPaint((time) => resolve(time - typedAt));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
})()`;

/** Types into the search of the list. Returns the milliseconds from each key to the painted list. */
export async function typeInSearch(visitor: Visitor, slowdown: number, rounds: number): Promise<number[]> {
  const visit = await visitor.openPage(slowdown);
  await visit.page.addInitScript(watchSearch);
  await visit.page.goto(`${visitor.origin}/subscriptions`);
  await visit.page.getByRole('status').filter({ hasText: 'subscriptions' }).waitFor();
  await visit.page.waitForLoadState('networkidle');
  await visit.page.getByRole('searchbox').click();
  const milliseconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const key of keys) {
      // The page must watch before the key arrives.
      await visit.evaluate('void (window.answer = nextAnswer())');
      await visit.page.keyboard.press(key);
      milliseconds.push(await visit.evaluate<number>('answer'));
    }
  }
  await visit.close();
  return milliseconds;
}
