import { NotFoundError } from 'elysia';
import { matchesWeakly, parseEntityTags } from '../../commands/entityTags.ts';
import { decompressGzip, encodingFor, varyByEncoding, type Encoding } from '../responses/compression.ts';

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
 * memory. Throws NotFoundError when there is no such file; an error leaves the headers as they were.
 */
export function servePageFiles(list: () => Promise<readonly PageFile[]>) {
  return async function answer(
    path: string,
    headers: Readonly<Record<string, string>>,
    { request, set }: PageContext,
  ): Promise<Response> {
    const file = (await list()).find((known) => known.path === path);
    if (file === undefined) throw new NotFoundError();
    const encoding = encodingFor(request.headers.get('accept-encoding'));
    const entityTag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
    const known = request.headers.get('if-none-match');
    const isKnown = known !== null && matchesWeakly(parseEntityTags(known), entityTag);
    const body = isKnown ? null : await contentOf(file, encoding);
    varyByEncoding(set.headers);
    Object.assign(set.headers, headers, { etag: entityTag });
    if (body === null) return new Response(null, { status: 304 });
    set.headers['content-type'] = file.type;
    if (encoding !== undefined) set.headers['content-encoding'] = encoding;
    return new Response(body);
  };
}

async function contentOf(file: PageFile, encoding: Encoding | undefined): Promise<Blob> {
  const bytes = await Bun.file(file[encoding ?? 'gzip']).bytes();
  return new Blob([encoding === undefined ? await decompressGzip(bytes) : bytes]);
}
