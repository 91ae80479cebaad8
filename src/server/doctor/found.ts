import type { IntegrityAnswer } from '../../core/health/integrityCheck.ts';
import type { Settings } from '../../core/config/settings.ts';
import type { Clock } from '../../core/runtime/system.ts';
import type { Arrival, Finding } from '../../modules/doctor/model.ts';

/** What is checked. */
export interface DoctorOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The time zone of the machine. */
  readonly machineZone: string;
  /** When the database was last written, ISO 8601 UTC, as far as it is known. */
  readonly writtenAt: () => string | undefined;
  /** Finds damage of the database; undefined while nobody has looked. */
  readonly integrity: () => IntegrityAnswer | undefined;
  /** Whether a server runs on the data directory. */
  readonly isServing: () => Promise<boolean>;
  /** How the request of the one who asks has arrived; undefined on the command line. */
  readonly arrival?: Arrival;
}

/** What a check returns; the one that calls it adds the name. */
export type Found = Omit<Finding, 'check'>;

/** Nothing is wrong. */
export const well = (message: string): Found => ({ ok: true, message });

/** Something is wrong. */
export const wrong = (message: string, nextStep: string): Found => ({ ok: false, message, nextStep });
