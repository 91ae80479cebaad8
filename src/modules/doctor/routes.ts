import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { access, reads, type AccessServices } from '../../core/http/access.ts';
import { answers, forReading, inToolset } from '../../core/http/openapi/detail.ts';
import { answerWith } from '../../core/http/openapi/words.ts';
import { ReportAnswer } from '../../core/http/responses/answers.ts';
import { Finding, type Diagnose } from './model.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

interface DoctorServices extends AccessServices {
  readonly diagnose: Diagnose;
  readonly addressOf: (request: Request) => string;
  readonly isFromProxy: (request: Request) => boolean;
}

const examples: readonly Finding[] = [
  { check: 'clock', ok: true, message: 'The clock shows 2026-06-16T12:00:00.000Z.' },
  {
    check: 'backup',
    ok: false,
    message: 'There is no backup in /data/backups.',
    nextStep: 'Set --backup-every 24h, or run "duebook backup" regularly.',
  },
];

/** What the document says of the check of the installation. */
export const words = (): ModuleWords => ({
  tags: [
    {
      name: 'Doctor',
      description: 'What is wrong with the installation, for keys and sessions of scope admin.',
    },
  ],
});

/** The operation that checks the installation. */
export const routes = ({ diagnose, addressOf, isFromProxy, ...services }: DoctorServices) =>
  new Elysia({ prefix: '/api/v1', tags: ['Doctor'], detail: inToolset('settings'), normalize: false })
    .use(access(services))
    .get(
      '/doctor',
      async ({ call, request }) => {
        const { headers } = request;
        const isForwarded = headers.has('x-forwarded-for');
        const came = { address: addressOf(request), isFromProxy: isFromProxy(request), isForwarded };
        return new ReportAnswer(call, { findings: await diagnose({ ...came, host: headers.get('host') }) });
      },
      {
        ...reads('admin'),
        detail: {
          operationId: 'getDoctor',
          summary: 'Check the installation',
          description:
            'Says what is wrong with the installation, and the next step: clock, time zone, permissions, free space, database, backups, mail server, proxy and public address. Changes nothing. Contacts the mail server and the public address, which takes up to 5 seconds each.',
          ...forReading({
            useWhen: 'The user asks whether the server is set up well, or why something of it fails.',
            doNotUseWhen: 'The user asks about subscriptions.',
          }),
          ...answers(
            answerWith('DoctorAnswer', { findings: Type.Array(Finding) }, 'A finding of each check.', {
              findings: examples,
            }),
          ),
        },
      },
    );
