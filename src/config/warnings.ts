import { nearest } from '../domain/text/nearest.ts';
import { configVariable, isServiceLink, variablePrefix, type Environment, type SettingRules } from './sources.ts';

/**
 * Variables that make Bun, which is part of the executable, run other code or open a debugger. They act before any code of
 * the program. An empty value disables each one.
 */
export const foreignCodeVariables = [
  'BUN_BE_BUN',
  'BUN_INSPECT',
  'BUN_INSPECT_CONNECT_TO',
  'BUN_INSPECT_NOTIFY',
  'BUN_INSPECT_PRELOAD',
  'BUN_OPTIONS',
] as const;

/** The name of the variable with an API key in the guides, for other programs. Duebook does not read it. */
const keyOfOtherPrograms = `${variablePrefix}KEY`;

/** Warnings about the environment, one line each, without the value of an unknown variable. */
export function warningsAbout(rules: SettingRules, environment: Environment): string[] {
  return [...foreignCode(environment), ...serviceLinks(environment), ...unknownVariables(rules, environment)];
}

function foreignCode(environment: Environment): string[] {
  return foreignCodeVariables
    .filter((name) => (environment[name] ?? '') !== '')
    .map((name) => `${name} is set: whoever sets it can run other code in this process. Unset it and start again.`);
}

function serviceLinks(environment: Environment): string[] {
  const links = Object.entries(environment).filter(([name, value]) => isServiceLink(name, value));
  const [name, value = ''] = links.find(([, address]) => address?.includes('://')) ?? links[0] ?? [];
  if (name === undefined) return [];
  const others = links.length - 1;
  const subject = others === 0 ? 'is' : `and ${others} other ${others === 1 ? 'variable' : 'variables'} are`;
  return [
    `${name}=${value} ${subject} set by Kubernetes for a Service whose name begins with "duebook", and ignored. ` +
      'Rename the Service, or set "enableServiceLinks: false" in the pod.',
  ];
}

function unknownVariables(rules: SettingRules, environment: Environment): string[] {
  const variables = Object.values(rules).map((rule) => rule.variable);
  const known = [...variables, configVariable, ...variables.map((variable) => `${variable}_FILE`)];
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(variablePrefix) && !isServiceLink(name, value))
    .filter(([name]) => !known.includes(name) && name !== keyOfOtherPrograms)
    .map(([name]) => {
      // The value is not shown: it may be a secret under a mistyped name.
      const meant = nearest(withoutPrefix(name), known.map(withoutPrefix));
      const advice =
        meant === undefined ? '"duebook serve --help" lists the variables.' : `Did you mean ${variablePrefix}${meant}?`;
      return `${name}: unknown setting, ignored. ${advice}`;
    });
}

function withoutPrefix(name: string): string {
  return name.slice(variablePrefix.length);
}
