const lineFeed = 0x0a;
// Clients write the id of a message as one of its first members, or as the last one.
const edgeBytes = 512;

/** The first and the last bytes of a message that is not kept. */
interface Edges {
  readonly head: string;
  readonly tail: string;
}

/**
 * The messages of a stream, one a line. A message that is too large is read to its end and dropped, so that the ones after it
 * are served.
 *
 * @param onTooLarge called at its end
 */
export async function* messagesOf(
  input: AsyncIterable<unknown>,
  bytesMax: number,
  onTooLarge: (edges: Edges) => void,
): AsyncGenerator<Buffer> {
  let line = emptyLine(bytesMax);
  for await (const chunk of input) {
    let rest = Buffer.from(chunk as Uint8Array);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      line.add(rest.subarray(0, end + 1));
      if (line.isTooLarge()) onTooLarge(line.edges());
      else yield line.whole();
      line = emptyLine(bytesMax);
      rest = rest.subarray(end + 1);
    }
    line.add(rest);
  }
  if (line.isTooLarge()) onTooLarge(line.edges());
  else yield line.whole();
}

/** A line that arrives in pieces. Of one that is too large, only the edges are kept. */
function emptyLine(bytesMax: number) {
  let pieces: Buffer[] = [];
  let length = 0;
  let head = '';
  const isTooLarge = () => length > bytesMax;
  const tailOf = (buffers: readonly Buffer[]) => Buffer.from(Buffer.concat(buffers).subarray(-edgeBytes));
  return {
    isTooLarge,
    add(piece: Buffer): void {
      if (head.length < edgeBytes) head += piece.toString('latin1', 0, edgeBytes);
      length += piece.length;
      pieces.push(piece);
      if (isTooLarge()) pieces = [tailOf(pieces)];
    },
    whole: () => Buffer.concat(pieces),
    edges: (): Edges => ({ head, tail: tailOf(pieces).toString('latin1') }),
  };
}

const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.)*")`;
const firstId = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${id}\s*,`);
// Directly before the brace that closes the message, so it is a member of the message itself.
const lastId = new RegExp(String.raw`,\s*${id}\s*\}\s*$`);

/** The refusal of a message that was too large, with its id if its edges show it: its client waits for the answer. */
export function refusalOf({ head, tail }: Edges, limit: string): string {
  const [, found] = firstId.exec(head) ?? lastId.exec(tail) ?? [];
  const message = `The message is larger than ${limit}, and was not read. Send a smaller one; "duebook import" imports large files.`;
  return `{"jsonrpc":"2.0","id":${found ?? 'null'},"error":{"code":-32600,"message":${JSON.stringify(message)}}}\n`;
}
