/**
 * The link of a feed as this page sees the server. The server may not know its address, and then gives the one that the request
 * came to, without what a reverse proxy has removed; the page was loaded from there.
 *
 * @param base the address of the dashboard
 */
export function linkSeenFrom(base: URL, url: string): string {
  const given = new URL(url);
  const file = given.pathname.slice(given.pathname.lastIndexOf('/feeds/') + 1);
  return given.host === base.host ? new URL(file, base).href : url;
}

/** The same link with the scheme that opens a calendar program. */
export function webcalLink(link: string): string {
  return link.replace(/^https?:/, 'webcal:');
}
