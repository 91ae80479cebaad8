import { reasonOf } from '../../core/runtime/systemErrors.ts';
import { checkNames, type Finding } from '../../modules/doctor/model.ts';
import { checkBackup, checkDatabase, checkPermissions, checkSpace } from './dataDirectory.ts';
import { wrong, type DoctorOptions, type Found } from './found.ts';
import { checkClock, checkTimeZone } from './machine.ts';
import { checkMail, checkProxy, checkPublicUrl } from './network.ts';

const checks: Readonly<Record<Finding['check'], (options: DoctorOptions) => Found | Promise<Found>>> = {
  clock: checkClock,
  timezone: checkTimeZone,
  permissions: checkPermissions,
  space: checkSpace,
  database: checkDatabase,
  backup: checkBackup,
  mail: checkMail,
  proxy: checkProxy,
  publicUrl: checkPublicUrl,
};

/** Checks the installation. It writes nothing, needs no lock, and never rejects. */
export function diagnose(options: DoctorOptions): Promise<readonly Finding[]> {
  const nextStep = 'Correct that, and run "duebook doctor" again.';
  return Promise.all(
    checkNames.map(async (check): Promise<Finding> => {
      try {
        return { check, ...(await checks[check](options)) };
      } catch (error) {
        return { check, ...wrong(`${reasonOf(error)}.`, nextStep) };
      }
    }),
  );
}
