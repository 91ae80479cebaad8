import type { Status } from '../../domain/subscriptions/fields.ts';
import type { AgentShortcut } from './document.ts';

/** The changes of status as agent shortcuts, each under a name of its own, for the OpenAPI document. */
export const agentShortcuts: readonly AgentShortcut[] = [
  changeOfStatus(
    'cancel',
    'cancelled',
    'It records that the subscription is cancelled and counts no more; it does not cancel with the provider, which the user must do. It can be resumed.',
  ),
  changeOfStatus('pause', 'paused', 'Billing stops for now; it stays recorded and can be resumed.'),
  changeOfStatus('resume', 'active', 'It is billed again and counts toward spending.'),
];

function changeOfStatus(verb: string, status: Status, effect: string): AgentShortcut {
  return {
    name: `${verb}Subscription`,
    operationId: 'updateSubscription',
    title: `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)} a subscription`,
    description: `Sets the status to ${status}. ${effect}`,
    riskLevel: 'medium',
    body: { status },
  };
}
