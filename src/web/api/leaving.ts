/** The subscriptions that are about to be deleted, by id: no view shows or counts them any more. */
const leaving = new Set<string>();

/** How many subscriptions are about to be deleted. */
export function leavingCount(): number {
  return leaving.size;
}

/** Leaves subscriptions out of all that is read from now on. */
export function leaveOut(ids: readonly string[]): void {
  for (const id of ids) leaving.add(id);
}

/** Reads subscriptions again: they are kept, or deleted. */
export function takeIn(ids: readonly string[]): void {
  for (const id of ids) leaving.delete(id);
}

const readsOfMany = /\/api\/v1\/(analytics\/[\w-]+|payments|subscriptions)$/;

/** A read of many subscriptions as one without those that are about to be deleted; any other request as it is. */
export function withoutLeaving(request: Request): Request {
  const url = new URL(request.url);
  if (request.method !== 'GET' || leaving.size === 0 || !readsOfMany.test(url.pathname)) return request;
  url.searchParams.set('without', Array.from(leaving).join(','));
  return new Request(url, request);
}
