import { NotFoundError } from 'elysia';
import { matchesWeakly, parseEntityTags } from '../../commands/entityTags.ts';
import { decompressGzip, encodingFor, varyByEncoding } from '../responses/compression.ts';

/** A file of the dashboard, as the build has compressed it. */
export interface PageFile {
  /** Its path below the base path; `/index.html` is the page itself. */
  readonly path: string;
  /** Its content type. */
  readonly type: string;
  /** A hash of its content. */
  readonly hash: string;
  /** The path of the file in gzip, on this machine or in the executable. */
  readonly gzip: string;
  /** The path of the file in zstd. */
  readonly zstd: string;
}

interface PageContext {
  readonly request: Request;
  readonly set: { readonly headers: Record<string, string | number> };
}

/**
 * Answers with files of the dashboard, in the encoding that the client prefers, or with 304. Nothing of a file stays in
 * memory. Throws NotFoundError when there is no such file.
 */
export function servePageFiles(list: () => Promise<readonly PageFile[]>) {
  return async function answer(path: string, { request, set }: PageContext): Promise<Response> {
    const file = (await list()).find((known) => known.path === path);
    if (file === undefined) throw new NotFoundError();
    varyByEncoding(set.headers);
    const encoding = encodingFor(request.headers.get('accept-encoding'));
    const entityTag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
    set.headers['etag'] = entityTag;
    const known = request.headers.get('if-none-match');
    if (known !== null && matchesWeakly(parseEntityTags(known), entityTag)) return new Response(null, { status: 304 });
    set.headers['content-type'] = file.type;
    if (encoding === undefined) return new Response(new Blob([await decompressGzip(await readFile(file.gzip))]));
    set.headers['content-encoding'] = encoding;
    return new Response(new Blob([await readFile(file[encoding])]));
  };
}

function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(path).bytes();
}
