import type { Streams, Terminal } from '../runtime/terminal.ts';

/**
 * Asks a question on the terminal. Everything but `y` and `yes` means no, and so does the end of the input.
 *
 * @returns undefined when standard input is not a terminal
 */
export async function confirmOnTerminal(
  { input, terminal }: Pick<Streams, 'input'> & { readonly terminal: Terminal },
  question: string,
): Promise<boolean | undefined> {
  if (!('isTTY' in input) || input.isTTY !== true) return undefined;
  // Loaded on demand, as few commands ask: it takes longer to load than most of the program.
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  lines.once('line', resolve);
  lines.once('close', () => resolve(''));
  terminal.notice(question);
  const isConfirmed = /^y(es)?$/i.test((await answer).trim());
  lines.close();
  return isConfirmed;
}
