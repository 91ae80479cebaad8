import { useLocation } from 'preact-iso/router';

const parameter = 'id';

/** Whether the history has the page without the detail right before the page with it. */
let isOpenedHere = false;

addEventListener('popstate', () => (isOpenedHere = false));

/** The address of the page that is shown, with the detail of a subscription over it, or without one. */
function addressWith(id: string | undefined): string {
  const { pathname, searchParams } = new URL(location.href);
  if (id === undefined) searchParams.delete(parameter);
  else searchParams.set(parameter, id);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** For a link to the detail of a subscription: it opens over the page that is shown. */
export function staysOnPage({ currentTarget: link }: Event): void {
  if (!(link instanceof HTMLAnchorElement)) return;
  link.href = addressWith(new URL(link.href).searchParams.get(parameter) ?? '');
  isOpenedHere = true;
}

/** The detail that is open over the page, and what opens and closes it. */
export function useDetail() {
  const { query, route } = useLocation();
  return {
    id: query[parameter],
    open: (id: string) => {
      route(addressWith(id));
      isOpenedHere = true;
    },
    close: () => {
      const mayGoBack = isOpenedHere;
      isOpenedHere = false;
      if (mayGoBack) history.back();
      else route(addressWith(undefined), true);
    },
  };
}
