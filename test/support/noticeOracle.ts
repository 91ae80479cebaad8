import type { NoticeDetails } from '../../src/modules/subscriptions/rules/notice.ts';

/** The next notice and the end of its term, found by trying each term in turn with the calendar of the language. */
export function expectedNotice(details: NoticeDetails, today: string) {
  const { cancelBefore, termEndsOn, termMonths, noticePeriod, keepThrough } = details;
  if (cancelBefore !== null && cancelBefore >= today) return { noticeBy: cancelBefore, termEndsOn: null };
  if (termEndsOn === null || noticePeriod === null) return undefined;
  const first = Temporal.PlainDate.from(termEndsOn);
  const [now, kept] = [today, keepThrough ?? '-000001-01-01'].map((day) => Temporal.PlainDate.from(day));
  if (now === undefined || kept === undefined) throw new Error('no day');
  const termsMax = termMonths === null ? 1 : Number.POSITIVE_INFINITY;
  for (let term = 0; term < termsMax; term += 1) {
    const end = first.add({ months: term * (termMonths ?? 0) });
    if (end.year > 9999) return undefined;
    const notice = end.subtract({ [noticePeriod.unit]: noticePeriod.count });
    const isInTime = Temporal.PlainDate.compare(notice, now) >= 0;
    const isNotKept = Temporal.PlainDate.compare(end, kept) > 0;
    if (isInTime && isNotKept) return { noticeBy: notice.toString(), termEndsOn: end.toString() };
  }
  return undefined;
}
