import { idempotencyKeyPattern } from '../../commands/idempotency.ts';
import { named } from './named.ts';

/** A request header of some operations. */
export type RequestHeader = keyof typeof requestHeaders;

const aTag = { type: 'string' };

const requestHeaders = {
  'If-Match': {
    description:
      'The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record.',
    schema: aTag,
  },
  'Idempotency-Key': {
    description:
      'To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it.',
    schema: { type: 'string', minLength: 1, maxLength: 512, pattern: idempotencyKeyPattern },
  },
  'If-None-Match': {
    description:
      'The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body.',
    schema: aTag,
  },
};

/** Request headers as parameters of an operation. */
export function headerParameters(names: readonly RequestHeader[]) {
  return names.map((name) => {
    const parameter = { name, in: 'header', required: false, ...requestHeaders[name] };
    return named(name.replaceAll('-', ''), parameter, 'parameters');
  });
}
