import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { pathOf } from '../../shell/views.ts';
import { everything, readListQuery, writeListQuery, type ListQuery } from './list.ts';

const writeDelayMs = 300;

/** The query of the list, and its changes. */
export interface ListQueryState {
  readonly query: ReadonlySignal<ListQuery>;
  readonly change: (part: Partial<ListQuery>) => void;
  /** Shows everything again. */
  readonly reset: () => void;
  /** The id of the subscription that is shown by itself. */
  readonly shownId: string | undefined;
  /** Shows one subscription by itself, or none. */
  readonly showOne: (id: string | undefined) => void;
  /** The address that shows one subscription by itself. */
  readonly pathOfOne: (id: string) => string;
}

/** Keeps the query of the list in the address, so that links and the back button work. The list does not wait for that. */
export function useListQuery(): ListQueryState {
  const location = useLocation();
  const { id, ...rest } = location.query;
  const inAddress = writeListQuery(readListQuery(rest));
  const query = useSignal(readListQuery(rest));
  const written = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    query.value = readListQuery(rest);
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function write() {
    written.current = writeListQuery(query.peek());
    location.route(pathOf('subscriptions', writeListQuery(query.peek(), id)), true);
  }

  function change(part: Partial<ListQuery>) {
    query.value = { ...query.peek(), ...part };
    clearTimeout(timer.current);
    timer.current = setTimeout(write, writeDelayMs);
  }

  const pathOfOne = (one?: string) => pathOf('subscriptions', writeListQuery(query.peek(), one));
  return {
    query,
    change,
    reset: () => change({ ...everything, sort: query.peek().sort, isDescending: query.peek().isDescending }),
    shownId: id,
    showOne: (one) => {
      clearTimeout(timer.current);
      location.route(pathOfOne(one), one === undefined);
    },
    pathOfOne,
  };
}
