import { today } from '../api/session.ts';
import { deadlineWords } from './deadlines.ts';
import type { Subscription } from './fields.ts';
import { isUrgent } from './marks.ts';
import { marksOf } from './marksOf.ts';

/** The deadlines of a subscription in a line each: `Notice by 3 Mar, 12 days left`, `Ends on 31 Dec`. */
export function Marks({ record }: { readonly record: Pick<Subscription, 'status' | 'details'> }) {
  return (
    <>
      {marksOf(record, today.value).map((mark) => (
        <span key={mark.kind} class={isUrgent(mark) ? 'mark urgent' : 'mark'}>
          {deadlineWords(mark)}
        </span>
      ))}
    </>
  );
}
