import type { Status } from '../../../subscriptions/model.ts';
import { problem, type Read } from './problems.ts';
import { entryOf, isBlank, wordsOf } from './reading.ts';

/** What a file says of the state of a record: a status, or one that Duebook says in another way. */
export type StatedStatus = Status | 'trial' | 'inactive';

const statusWords: ReadonlyMap<string, StatedStatus> = wordMap<StatedStatus>({
  active: 'active|aktiv|enabled|aktiviert|yes|ja|true|1|y|x|✓|current|laufend|läuft|running|subscribed|abonniert|on',
  paused: 'paused|pausiert|on hold|hold|ruhend|ruht|suspended|ausgesetzt',
  cancelled:
    'cancelled|canceled|cancelled subscription|gekündigt|beendet|ended|expired|abgelaufen|storniert|terminated|stopped',
  trial: 'trial|free trial|test|testphase|probe|probezeit|probeabo|testabo|trialing',
  inactive: 'inactive|inaktiv|disabled|deaktiviert|no|nein|false|0|n|off',
});

const flagWords = wordMap({
  true: 'yes|ja|true|wahr|1|y|j|x|✓|on|an|enabled|active|aktiv|automatic|automatisch|auto',
  false: 'no|nein|false|falsch|0|n|off|aus|disabled|inactive|inaktiv|manual|manuell',
});

function wordMap<Meaning extends string>(words: Readonly<Record<Meaning, string>>): Map<string, Meaning> {
  const pairs = Object.entries<string>(words).flatMap(([meaning, list]) =>
    list.split('|').map((word) => [word, meaning as Meaning] as const),
  );
  return new Map(pairs);
}

/** Reads a state, in English or German; undefined when there is none. */
export function readStatus(value: unknown): Read<StatedStatus | undefined> {
  if (isBlank(value)) return { value: undefined };
  const status = entryOf(statusWords, wordsOf(value));
  if (status !== undefined) return { value: status };
  return problem('notAStatus', { value });
}

/** Reads yes or no, in English or German; undefined when there is nothing. */
export function readFlag(value: unknown): Read<boolean | undefined> {
  if (isBlank(value)) return { value: undefined };
  const flag = entryOf(flagWords, wordsOf(value));
  if (flag !== undefined) return { value: flag === 'true' };
  return problem('notAFlag', { value });
}
