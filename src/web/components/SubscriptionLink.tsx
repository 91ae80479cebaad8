import { pathOf } from '../shell/views.ts';

/** The name of a subscription as a link to it. */
export function SubscriptionLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <a class="subscription-link" href={pathOf('subscriptions', `?id=${encodeURIComponent(id)}`)}>
      <bdi>{name}</bdi>
    </a>
  );
}
