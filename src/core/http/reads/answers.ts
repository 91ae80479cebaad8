import { TaggedAnswer, type ReadContext } from '../responses/answers.ts';
import type { Find, Read } from '../../../modules/reads.ts';

/**
 * The answer to a read of an owner, as JSON. A class, because Elysia composes a handler that ends in `new` as a synchronous one; see
 * decision 9.
 */
export class ReadAnswer extends TaggedAnswer {
  constructor(find: Find, context: ReadContext, ownerId: number, read: Read) {
    const { membersJson, entityTag } = find(ownerId, read);
    super(context, membersJson, entityTag);
  }
}
