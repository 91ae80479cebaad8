import { Type, type Static } from '@sinclair/typebox';
import { Choice } from '../../core/fields/fieldTypes.ts';
import { named } from '../../core/fields/schemaMarks.ts';

/** What is checked, in the order of the answer. */
export const checkNames = [
  'clock',
  'timezone',
  'permissions',
  'space',
  'database',
  'backup',
  'mail',
  'proxy',
  'publicUrl',
] as const;

/** What a check has found. */
export const Finding = named(
  'Finding',
  Type.Object(
    {
      check: named('FindingCheck', Choice(checkNames, { description: 'What was checked.' })),
      ok: Type.Boolean({ description: 'Whether nothing is wrong.' }),
      message: Type.String({ description: 'What was found, in English.' }),
      nextStep: Type.Optional(Type.String({ description: 'What the operator can do. Absent if nothing is wrong.' })),
    },
    { additionalProperties: false },
  ),
);
export type Finding = Static<typeof Finding>;

/** How the request of the one who asks has arrived. */
export interface Arrival {
  /** The address of the client, as far as it is known. */
  readonly address: string;
  /** Whether the other end of the connection is a trusted proxy. */
  readonly isFromProxy: boolean;
  /** Whether it has the header X-Forwarded-For. */
  readonly isForwarded: boolean;
  /** The Host header. */
  readonly host: string | null;
}

/** Checks the installation; never rejects. */
export type Diagnose = (arrival: Arrival) => Promise<readonly Finding[]>;

/** Finds nothing, for a service without a server. */
export const noDiagnosis: Diagnose = () => Promise.resolve([]);
