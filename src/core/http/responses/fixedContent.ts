import { isVariantKnownTo } from '../pipeline/entityTags.ts';
import { acceptsGzip, compressWell, decompressGzip, isCompressible, varyByEncoding } from './compression.ts';
import { quickHash } from '../../runtime/host.ts';

/** Gives a function that makes a value when it is first called. After a failure, the next call tries again. */
export function onceMade<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

interface FixedContext {
  readonly request: Request;
  readonly set: { readonly headers: Record<string, string | number> };
}

/** Answers a request with fixed content, in the encoding that the client prefers; 304 when If-None-Match has its ETag. */
export type FixedContent = (context: FixedContext) => Promise<Response>;

interface Source {
  readonly bytes: Uint8Array;
  readonly isGzipped: boolean;
  readonly isSentGzipped: boolean;
  readonly hash: string;
}

/**
 * Content that does not change while the service runs, read on the first request. Each encoding of it is made once and
 * has a strong ETag of its own. Content that the build has gzipped is sent as it is, or decompressed.
 */
export function fixedContent(read: () => Promise<Uint8Array>, headers: Readonly<Record<string, string>>): FixedContent {
  const open = onceMade(async () => sourceOf(await read()));
  // Blobs, because slow clients share one; of a byte array, each would get a copy.
  const plain = onceMade(async () => makePlain(await open()));
  const gzipped = onceMade(async () => makeGzipped(await open()));

  return async function answer({ request, set }) {
    const opened = await open();
    if (opened.isSentGzipped) varyByEncoding(set.headers);
    const isGzip = opened.isSentGzipped && acceptsGzip(request);
    const entityTag = `"${opened.hash}${isGzip ? '-gzip' : ''}"`;
    set.headers['etag'] = entityTag;
    Object.assign(set.headers, headers);
    if (isVariantKnownTo(request, entityTag)) {
      delete set.headers['content-type'];
      return new Response(null, { status: 304 });
    }
    if (isGzip) set.headers['content-encoding'] = 'gzip';
    return new Response(await (isGzip ? gzipped : plain)());
  };
}

async function makePlain({ bytes, isGzipped }: Source): Promise<Blob> {
  return new Blob([isGzipped ? await decompressGzip(bytes) : bytes]);
}

async function makeGzipped({ bytes, isGzipped }: Source): Promise<Blob> {
  return new Blob([isGzipped ? bytes : await compressWell(bytes)]);
}

function sourceOf(bytes: Uint8Array): Source {
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isSentGzipped = isGzipped || isCompressible(bytes);
  return { bytes, isGzipped, isSentGzipped, hash: quickHash(bytes) };
}
