import { beforeWrites } from './client.ts';
import { RequestRefused } from './errors.ts';
import { tokenName } from './names.ts';
import { isSamePrincipal, session, sessionOf, showSession } from './session.ts';
import { onStoredElsewhere, storedValue } from './storage.ts';
import { token } from './token.ts';

/**
 * Follows sign-ins and sign-outs in other tabs: when one stores its token, and before each write. A tab that shows the data
 * of another user drops all it knows, and is loaded anew: nothing that was meant for one book is written into another.
 */
export function followOtherTabs(): void {
  // The next write asks again.
  onStoredElsewhere(tokenName, () => void catchUp().catch(() => undefined));
  beforeWrites(catchUp);
}

async function catchUp(): Promise<void> {
  const stored = storedValue(tokenName);
  if (stored === undefined || stored === token.peek()) return;
  const shown = session.peek();
  // A tab that shows nobody's data has nothing to drop.
  if (stored === null || !shown) return showSession(stored);
  const found = await sessionOf(stored).catch((error: unknown) => {
    if (error instanceof RequestRefused) return undefined;
    throw error;
  });
  if (found === undefined || !isSamePrincipal(found, shown)) return loadAnew();
  showSession(stored, found);
}

/** Never ends: what waits for it must not go on in this page. */
function loadAnew(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}
