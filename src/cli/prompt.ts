import type { Readable } from 'node:stream';
import { CliError, type Streams, type Terminal } from '../core/runtime/terminal.ts';
import { canBePassword, passwordLength } from '../core/access/user.ts';
import { SettingRefused } from '../core/config/sources.ts';
import { readRegularFile, readStream, secretBytesMax } from '../core/runtime/boundedReading.ts';
import { reasonOf } from '../core/runtime/systemErrors.ts';

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

/**
 * The password in a file: its only line.
 *
 * @throws {CliError} when the file cannot be read
 * @throws {SettingRefused} when it is not a password
 */
export function passwordIn(path: string): string {
  let text: string;
  try {
    text = readRegularFile(path, secretBytesMax).toString('utf8');
  } catch (error) {
    throw new CliError(`cannot read the password: ${reasonOf(error, path)}`, { cause: error });
  }
  return checked(text);
}

/**
 * The password from standard input: typed twice without being shown on a terminal, else the only line of a pipe or file.
 *
 * @throws {SettingRefused} when it is not a password, or was typed differently the second time
 */
export async function readPassword({ input, terminal }: Streams & { readonly terminal: Terminal }): Promise<string> {
  if (!('isTTY' in input) || input.isTTY !== true) return checked(await textOf(input));
  const password = checked(await typedSecret(input, 'New password: ', terminal));
  if ((await typedSecret(input, 'Again: ', terminal)) === password) return password;
  throw new SettingRefused('the two passwords differ: try again');
}

async function textOf(input: Readable): Promise<string> {
  try {
    return (await readStream(input, secretBytesMax)).toString('utf8');
  } catch (error) {
    throw new CliError(`cannot read the password: ${reasonOf(error)}`, { cause: error });
  }
}

/** Reads a line from a terminal that does not show it. */
async function typedSecret(input: Readable, prompt: string, terminal: Terminal): Promise<string> {
  const [{ createInterface }, { Writable }] = await Promise.all([
    import('node:readline/promises'),
    import('node:stream'),
  ]);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  const aborted = new AbortController();
  lines.once('SIGINT', () => aborted.abort());
  lines.once('close', () => aborted.abort());
  try {
    terminal.notice(prompt.trimEnd());
    return await lines.question('', { signal: aborted.signal });
  } catch (error) {
    throw new CliError('no password was entered', { cause: error });
  } finally {
    lines.close();
  }
}

/** The text without the end of its line. The refusal does not repeat it. */
function checked(text: string): string {
  const password = text.replace(/\r?\n$/, '');
  const { min, max } = passwordLength;
  if (canBePassword(password)) return password;
  throw new SettingRefused(`the password must be one line of ${min} to ${max} characters: choose another one`);
}
