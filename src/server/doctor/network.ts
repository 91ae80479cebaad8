import type { FailureReason } from '../../core/outgoing/message.ts';
import { askReadiness } from '../../core/outgoing/readiness.ts';
import { SettingRefused } from '../../core/config/sources.ts';
import { instanceIdOf } from '../../core/directory/instanceId.ts';
import { reasonOf } from '../../core/runtime/systemErrors.ts';
import type { Arrival } from '../../modules/doctor/model.ts';
import { cannotBeOwned } from '../../modules/sessions/signIn/hosts.ts';
import { localOrigin } from '../address.ts';
import { mailSettings, signInSettings } from '../settingsChecks.ts';
import { well, wrong, type DoctorOptions, type Found } from './found.ts';

const failures: Partial<Record<FailureReason, string>> = {
  timeout: 'it did not answer in 5 seconds',
  unknownHost: 'there is no host with this name',
  notConnected: 'it does not accept the connection',
  certificate: 'its certificate is not valid for this name',
  mailRefused: 'it refused the sign-in',
};

/** The mail server must let the sender in. */
export async function checkMail({ settings, clock }: DoctorOptions): Promise<Found> {
  const mail = refusal(() => mailSettings(settings));
  if (mail === null) return well('No mail server is set: reminders go to other channels only.');
  if (typeof mail === 'string') return wrong(`${mail}.`, 'Set both, or none of them.');
  const { tryMailServer } = await import('../../modules/channels/types/mail.ts');
  const failure = await tryMailServer(clock, mail);
  // Without the name and the password in it.
  const { host } = new URL(mail.url);
  if (failure === undefined) return well(`The mail server ${host} lets Duebook send.`);
  const status = failure.status === undefined ? '' : ` (status ${failure.status})`;
  return wrong(
    `The mail server ${host} cannot be used: ${failures[failure.reason] ?? failure.reason}${status}.`,
    'Correct --smtp-url: host, port, user and password. If they are right, ask whether your provider or a firewall blocks the port.',
  );
}

/** What a function returns, or the reason for which it refuses settings. */
function refusal<Result>(settle: () => Result): Result | string {
  try {
    return settle();
  } catch (error) {
    if (error instanceof SettingRefused) return error.message;
    throw error;
  }
}

/** A proxy must be trusted, and say who the clients are. */
export function checkProxy({ settings, arrival }: DoctorOptions): Found {
  const refused = refusal(() => signInSettings(settings));
  if (typeof refused === 'string') return wrong(`${refused}.`, 'Correct these settings, and start the server again.');
  const { publicUrl, trustedProxies } = settings;
  const seen = arrival && faultOfArrival(arrival, publicUrl);
  if (seen !== undefined) return seen;
  if (publicUrl?.startsWith('https:') === true && trustedProxies.length === 0) {
    return wrong(
      `People open ${publicUrl}, so a proxy is in front of Duebook, but no proxy is trusted: all its clients count as one.`,
      'Set --trusted-proxies to the address from which the proxy connects.',
    );
  }
  return well(trustedProxies.length === 0 ? 'No proxy is in front of Duebook.' : 'The trusted proxies are set.');
}

function faultOfArrival({ address, isForwarded, isFromProxy, host }: Arrival, publicUrl: string | null) {
  if (isForwarded && !isFromProxy) {
    return wrong(
      `Requests come through a proxy at ${address} that is not trusted: all its clients count as one.`,
      `If that is your proxy, set --trusted-proxies ${address}.`,
    );
  }
  if (isForwarded || !isFromProxy || !isOf(publicUrl, host)) return undefined;
  return wrong(
    `The trusted proxy at ${address} sends no X-Forwarded-For: all its clients count as one.`,
    'Let the proxy set X-Forwarded-For, X-Forwarded-Proto and Host, as in the recipes of docs/proxy.md.',
  );
}

function isOf(publicUrl: string | null, host: string | null): boolean {
  return publicUrl !== null && new URL(publicUrl).host === host;
}

/** The address that people open must lead here, and must not carry passwords over the internet in plain text. */
export async function checkPublicUrl({ settings, clock, isServing }: DoctorOptions): Promise<Found> {
  const { publicUrl, host, port, basePath, dataDir } = settings;
  if (publicUrl === null) return well(`Not set: links lead to ${localOrigin(host, port)}${basePath}.`);
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:' && !cannotBeOwned(hostname)) {
    return wrong(
      `${publicUrl} is not encrypted: everybody on the way can read passwords and keys.`,
      'Put a reverse proxy with TLS in front of Duebook, and set --public-url to its https address.',
    );
  }
  if (!(await isServing())) return well(`${publicUrl} was not asked: no server runs.`);
  return askPublicUrl(publicUrl, instanceIdOf(dataDir), clock);
}

const ofAnotherSignIn = new Set([301, 302, 303, 307, 308, 401, 403]);

async function askPublicUrl(publicUrl: string, own: string, clock: DoctorOptions['clock']): Promise<Found> {
  const asked = await askReadiness(`${publicUrl}/readyz`, clock).catch(reasonOf);
  if (typeof asked === 'string') {
    return wrong(
      `${publicUrl} does not lead here: ${asked}.`,
      'Compare it with the address in your browser, and look at the proxy, its certificate and the name in DNS. This machine must know the name, too.',
    );
  }
  const { status, instance } = asked;
  if (instance === own) return well(`${publicUrl} leads to this server.`);
  if (instance === undefined && ofAnotherSignIn.has(status ?? 0))
    return well(`${publicUrl} answers ${status}: a sign-in of the proxy is in front of Duebook.`);
  const what = instance === undefined ? `answers ${status}, but not as Duebook` : 'leads to another Duebook';
  return wrong(`${publicUrl} ${what}.`, 'Correct --public-url, or let the proxy pass requests on to this server.');
}
