import { NotFoundError } from 'elysia';
import { isVariantKnownTo } from '../pipeline/entityTags.ts';
import { acceptsGzip, decompressGzip, varyByEncoding } from '../responses/compression.ts';
import { bytesOf } from '../../runtime/host.ts';

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
   * Answers with the first of some files that is there, in gzip if the client accepts it, or with 304. Throws
   * NotFoundError when none is; an error leaves the headers as they were.
   */
  async function answer(
    paths: readonly string[],
    headers: Readonly<Record<string, string>>,
    { request, set }: PageContext,
  ): Promise<Response> {
    const file = await find(paths);
    const isGzip = acceptsGzip(request);
    const entityTag = `"${file.hash}${isGzip ? '-gzip' : ''}"`;
    const body = isVariantKnownTo(request, entityTag) ? null : await contentOf(file, isGzip);
    varyByEncoding(set.headers);
    Object.assign(set.headers, headers, { etag: entityTag });
    if (body === null) return new Response(null, { status: 304 });
    set.headers['content-type'] = file.type;
    if (isGzip) set.headers['content-encoding'] = 'gzip';
    return new Response(body);
  }

  return {
    answer,
    /** The text of the first of some files that is there. Throws NotFoundError when none is. */
    readText: async (paths: readonly string[]): Promise<string> => (await contentOf(await find(paths), false)).text(),
  };
}

async function contentOf(file: PageFile, isGzip: boolean): Promise<Blob> {
  const bytes = await bytesOf(file.gzip);
  return new Blob([isGzip ? bytes : await decompressGzip(bytes)]);
}
