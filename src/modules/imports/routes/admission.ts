import { createLimiter, QueueFull } from '../../../core/runtime/limiter.ts';
import { payloadTooLarge, readBytes } from '../../../core/http/pipeline/requestBody.ts';
import { importUnderWay, tooManyFiles } from '../errors.ts';

/** The largest file, in bytes. */
export const importBytesMax = 10 * 1024 * 1024;

// Files of several owners are received at once, and read one after the other: reading one takes a second and up to 350 MB.
const filesInMemoryMax = 4;
const filesReadAtOnce = 1;

/** Keeps the connection of a request open although nothing is sent; returns a function that ends this. */
export type HoldOpen = (request: Request) => () => void;

/** Lets an owner do one thing at a time, and bounds the files that are in memory and those that are read at once. */
export function admitImports(holdOpen: HoldOpen) {
  const limit = createLimiter(filesReadAtOnce, filesInMemoryMax);
  const underWay = new Set<number>();
  let bytesInMemory = 0;

  /** Does what an owner may do once at a time. */
  async function alone<Result>(ownerId: number, work: () => Promise<Result>): Promise<Result> {
    if (underWay.has(ownerId)) throw importUnderWay(true);
    underWay.add(ownerId);
    try {
      return await work();
    } finally {
      underWay.delete(ownerId);
    }
  }

  /** Prepares something in its turn. */
  async function inTurn<Result>(ownerId: number, work: () => Promise<Result>): Promise<Result> {
    return limit(String(ownerId), work).catch((error: unknown) => {
      throw error instanceof QueueFull ? importUnderWay(false) : error;
    });
  }

  async function withFile<Result>(
    ownerId: number,
    request: Request,
    work: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result> {
    let taken = 0;
    let letGo = (): void => undefined;
    function take(bytes: number): void {
      if (bytesInMemory + bytes > filesInMemoryMax * importBytesMax) throw tooManyFiles();
      bytesInMemory += bytes;
      taken += bytes;
    }
    try {
      // Its memory is free again when the work is done.
      const bytes = await readBytes(request, importBytesMax, take);
      if (bytes === undefined) throw payloadTooLarge(importBytesMax);
      letGo = holdOpen(request);
      return await inTurn(ownerId, () => work(bytes));
    } finally {
      letGo();
      bytesInMemory -= taken;
    }
  }

  return {
    alone,
    inTurn,
    /** Receives the file of a request of an owner, and does some work with it in turn. */
    run: <Result>(ownerId: number, request: Request, work: (bytes: Uint8Array) => Promise<Result>): Promise<Result> =>
      alone(ownerId, () => withFile(ownerId, request, work)),
  };
}
