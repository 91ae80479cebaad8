/** What to do with a record of a file that duplicates an existing subscription, or has its name. */
export const duplicateChoices = ['skip', 'create', 'update'] as const;
/** One of the {@link duplicateChoices}. */
type DuplicateChoice = (typeof duplicateChoices)[number];

/** What a client decides about single records, by their place in the file. */
export const rowChoices = ['leaveOut', 'create', 'update'] as const;
/** One of the {@link rowChoices}. */
export type RowChoice = (typeof rowChoices)[number];

/** What becomes of the records of a file beside new ones. */
export interface ImportChoices {
  /** Of those that duplicate a subscription. */
  readonly onDuplicate: DuplicateChoice;
  /** Of those that only have the same name as a subscription. */
  readonly onSameName: DuplicateChoice;
  /** Of single ones. */
  readonly rowChoices: ReadonlyMap<number, RowChoice>;
}

/** What to do when records are faulty: refuse the file, or leave them out. */
export const faultChoices = ['refuse', 'skip'] as const;
/** One of the {@link faultChoices}. */
export type FaultChoice = (typeof faultChoices)[number];

/** What becomes of a record of a file. */
export const importOutcomes = ['created', 'updated', 'skipped', 'failed'] as const;
/** One of the {@link importOutcomes}. */
export type ImportOutcome = (typeof importOutcomes)[number];
