import type { Status } from '../../domain/subscriptions/fields.ts';
import type { AgentShortcut } from './document.ts';

/** The changes of status, each under a name that says what it does. They stand in the OpenAPI document beside the operations. */
export const agentShortcuts: readonly AgentShortcut[] = [
  changeOfStatus('cancel', 'cancelled', 'It is no longer billed, stays on record and can be resumed.'),
  changeOfStatus('pause', 'paused', 'It is not billed for now, stays on record and can be resumed.'),
  changeOfStatus('resume', 'active', 'It is billed again and counts toward spend.'),
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
