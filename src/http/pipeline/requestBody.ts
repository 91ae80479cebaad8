/** The largest body, in bytes. */
export const bodyBytesMax = 64 * 1024;

/** The largest body of a batch, in bytes. */
export const batchBytesMax = 256 * 1024;

/** What stands in a body's place when it cannot be taken, so that the fault is told only after those that come before it. */
export const BodyFault = {
  tooLarge: Symbol('the body is too large'),
  empty: Symbol('the body is empty'),
  notJson: Symbol('the body is not JSON'),
  notAnObject: Symbol('the body is not an object'),
  unwanted: Symbol('the body says what is not heard there'),
} as const;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Gives a stage that reads the body as text, whatever its content type, and no more of it than so many bytes.
 * Parsing waits until the key has been checked. The stage gives the text, or {@link BodyFault.tooLarge}.
 */
export function readBodyUpTo(bytesMax: number) {
  return async function readBodyStage({ request }: { request: Request }): Promise<string | symbol> {
    const declared = request.headers.get('content-length');
    if (declared !== null && Number(declared) > bytesMax) return BodyFault.tooLarge;
    const bytes = declared === null ? await readAtMost(request, bytesMax) : await request.bytes();
    return bytes === undefined ? BodyFault.tooLarge : decodeUtf8(bytes);
  };
}

/** Turns the text of the body into the object it describes, or into the {@link BodyFault} that says why it is none. */
export function decodeBody(context: { body: unknown }): void {
  const { body } = context;
  if (typeof body === 'string') context.body = parseObject(body, bodyLevels);
}

/** As {@link decodeBody}, for the body of a batch. */
export function decodeBatchBody(context: { body: unknown }): void {
  const { body } = context;
  if (typeof body === 'string') context.body = parseObject(body, batchLevels);
}

function parseObject(text: string, levels: number): unknown {
  if (text.trim() === '') return BodyFault.empty;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return BodyFault.notJson;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return BodyFault.notAnObject;
  return withoutDepth(value, levels);
}

// The object itself; of a batch also the list in it, its operations, and what each is to write.
const [bodyLevels, batchLevels] = [1, 4];

/** No field takes an object or a list; an empty one in its place is refused alike, and costs nothing however deep it was. */
function withoutDepth(value: object, levels: number): unknown {
  const isDeep = Object.values(value).some((field) => typeof field === 'object' && field !== null);
  if (!isDeep) return value;
  const shallow = (field: unknown) => {
    if (typeof field !== 'object' || field === null) return field;
    return levels > 1 ? withoutDepth(field, levels - 1) : [];
  };
  if (Array.isArray(value)) return value.map(shallow);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shallow(field)]));
}

/** The bytes of a body of undeclared length, or undefined as soon as there are more than `bytesMax`. */
async function readAtMost(request: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Bytes that are no UTF-8 become lone surrogates, which no well-formed text has: the check of the field they stand in
 * then refuses them, where the usual replacement character would silently be stored.
 */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return decodeBrokenUtf8(bytes);
  }
}

function decodeBrokenUtf8(bytes: Uint8Array): string {
  // Two second halves of a pair: whatever stands before or after them, one of the two stays alone.
  const brokenByte = '\udc00\udc00';
  // A replacement character that was really sent has bytes of its own, which cannot be a part of any other character.
  const sentReplacement = Buffer.from('\ufffd').toString('latin1');
  return Buffer.from(bytes)
    .toString('latin1')
    .split(sentReplacement)
    .map((piece) => lenientUtf8.decode(Buffer.from(piece, 'latin1')).replaceAll('\ufffd', brokenByte))
    .join('\ufffd');
}
