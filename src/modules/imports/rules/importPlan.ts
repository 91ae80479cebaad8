/** What to do with a record of a file that duplicates an existing subscription, or an earlier record of the file. */
export const duplicateChoices = ['skip', 'create', 'update'] as const;
/** One of the {@link duplicateChoices}. */
export type DuplicateChoice = (typeof duplicateChoices)[number];

/** What to do when records are faulty: refuse the file, or leave them out. */
export const faultChoices = ['refuse', 'skip'] as const;
/** One of the {@link faultChoices}. */
export type FaultChoice = (typeof faultChoices)[number];

/** What becomes of a record of a file. */
export const importOutcomes = ['created', 'updated', 'skipped', 'failed'] as const;
/** One of the {@link importOutcomes}. */
export type ImportOutcome = (typeof importOutcomes)[number];
