import { idempotencyKeyPattern } from '../../commands/idempotency.ts';
import { named } from './named.ts';

/** A request header that some operations heed. */
export type RequestHeader = keyof typeof requestHeaders;

const aTag = { type: 'string' };

const requestHeaders = {
  'If-Match': {
    description:
      'The ETag that the record had when it was last read, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one by now, nothing is written and the answer is 412 with the record as it is.',
    schema: aTag,
  },
  'Idempotency-Key': {
    description:
      'To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.',
    schema: { type: 'string', minLength: 1, maxLength: 512, pattern: idempotencyKeyPattern },
  },
  'If-None-Match': {
    description:
      'The ETag of an answer that the client still has, with its quotes. If it is still right, the answer is 304 without a body.',
    schema: aTag,
  },
};

/** How request headers stand among the parameters of an operation. */
export function headerParameters(names: readonly RequestHeader[]) {
  return names.map((name) => {
    const parameter = { name, in: 'header', required: false, ...requestHeaders[name] };
    return named(name.replaceAll('-', ''), parameter, 'parameters');
  });
}
