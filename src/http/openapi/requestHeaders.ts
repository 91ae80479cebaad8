/** A request header that some operations heed. */
export type RequestHeader = keyof typeof requestHeaders;

const requestHeaders = {
  'If-Match': {
    description:
      'The ETag that the record had when it was last read. If it has another one by now, nothing is written and the answer is 412 with the record as it is.',
    example: '"9a3f0c55e1d2b784"',
  },
  'Idempotency-Key': {
    description:
      'A key of the client’s choice, new for each new request; 1 to 255 visible ASCII characters. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.',
    example: '"0d1c6f3e-9a77-4b0e-8a2e-3f6f1f0a2b4c"',
  },
  'If-None-Match': {
    description:
      'The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.',
    example: '"9a3f0c55e1d2b784"',
  },
};

/** How request headers stand among the parameters of an operation. */
export function headerParameters(names: readonly RequestHeader[]) {
  return names.map((name) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    ...requestHeaders[name],
  }));
}
