import { isFromFuture } from '../../core/access/apiKey.ts';
import { settingRules } from '../../core/config/settings.ts';
import { instantOf } from '../../core/runtime/system.ts';
import { well, wrong, type DoctorOptions, type Found } from './found.ts';

/** The clock must not be behind what was written. */
export function checkClock({ clock, writtenAt }: DoctorOptions): Found {
  const now = instantOf(clock);
  const last = writtenAt();
  if (last === undefined || !isFromFuture(last, now)) return well(`The clock shows ${now}.`);
  return wrong(
    `The clock shows ${now}, but the database was written at ${last}.`,
    'Set the clock of this machine, best by NTP. If it was ahead before, make new keys, and sign in again with "duebook sign-in".',
  );
}

/** A server that nobody has told its time zone should not be in another one than its machine. */
export function checkTimeZone({ settings: { timezone }, machineZone }: DoctorOptions): Found {
  const isForgotten =
    timezone === settingRules.timezone.default && machineZone !== timezone && machineZone !== 'Etc/UTC';
  if (!isForgotten) return well(`Days begin and end in the time zone ${timezone}.`);
  return wrong(
    `Days begin and end in the time zone ${timezone}, but this machine is in ${machineZone}.`,
    `Set --timezone ${machineZone}. To keep ${timezone}, set the variable TZ=${timezone}.`,
  );
}
