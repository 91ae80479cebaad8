import type { ReadSources } from '../../store/reports/sources.ts';
import { TaggedAnswer, type ReadContext } from '../responses/answers.ts';
import { findIn, type Read } from './reads.ts';

/** Answers a read of an owner with JSON. */
export type AnswerRead = (context: ReadContext, ownerId: number, read: Read) => TaggedAnswer;

/** Gives a function that answers reads with JSON. */
export function answerReads(sources: ReadSources): AnswerRead {
  const find = findIn(sources);
  return function answerRead(context, ownerId, read) {
    const { membersJson, entityTag } = find(ownerId, read);
    return new TaggedAnswer(context, membersJson, entityTag);
  };
}
