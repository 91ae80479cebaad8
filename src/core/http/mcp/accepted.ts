/** How an answer is sent: as JSON, or as a stream of one event. */
export type AnswerForm = 'json' | 'stream';

const namesOfForm: readonly (readonly [AnswerForm, readonly string[]])[] = [
  ['json', ['application/json', 'application/*', '*/*']],
  ['stream', ['text/event-stream', 'text/*']],
];

/**
 * The form of answers that a client accepts; JSON if it accepts both; undefined if it accepts neither.
 */
export function acceptedForm({ headers }: Request): AnswerForm | undefined {
  const ranges = (headers.get('accept') ?? '*/*').toLowerCase().replaceAll(' ', '').split(',');
  const accepted = ranges.filter((range) => !/;q=0(?:\.0*)?$/.test(range));
  const names = new Set(accepted.map((range) => range.split(';', 1).join('')));
  return namesOfForm.find(([, known]) => known.some((name) => names.has(name)))?.[0];
}
