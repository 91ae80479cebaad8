import { NotFoundError } from 'elysia';
import { isVariantKnownTo } from '../pipeline/entityTags.ts';
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

/** Reads the files of the dashboard. Nothing of a file stays in memory. */
export function servePageFiles(list: () => Promise<readonly PageFile[]>) {
  /** The first of some files that is there. Throws NotFoundError when none is. */
  async function find(paths: readonly string[]): Promise<PageFile> {
    const all = await list();
    const file = paths.map((path) => all.find((known) => known.path === path)).find((found) => found !== undefined);
    if (file === undefined) throw new NotFoundError();
    return file;
  }

  /**
   * Answers with the first of some files that is there, in the encoding that the client prefers, or with 304. Throws
   * NotFoundError when none is; an error leaves the headers as they were.
   */
  async function answer(
    paths: readonly string[],
    headers: Readonly<Record<string, string>>,
    { request, set }: PageContext,
  ): Promise<Response> {
    const file = await find(paths);
    const encoding = encodingFor(request.headers.get('accept-encoding'));
    const entityTag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
    const body = isVariantKnownTo(request, entityTag) ? null : await contentOf(file, encoding);
    varyByEncoding(set.headers);
    Object.assign(set.headers, headers, { etag: entityTag });
    if (body === null) return new Response(null, { status: 304 });
    set.headers['content-type'] = file.type;
    if (encoding !== undefined) set.headers['content-encoding'] = encoding;
    return new Response(body);
  }

  return {
    answer,
    /** The text of a file. Throws NotFoundError when there is none. */
    readText: async (path: string): Promise<string> => (await contentOf(await find([path]), undefined)).text(),
  };
}

async function contentOf(file: PageFile, encoding: Encoding | undefined): Promise<Blob> {
  const bytes = await Bun.file(file[encoding ?? 'gzip']).bytes();
  return new Blob([encoding === undefined ? await decompressGzip(bytes) : bytes]);
}
