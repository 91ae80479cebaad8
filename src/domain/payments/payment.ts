/** Who recorded a payment: a client, or the service by automatic renewal. */
export type PaymentSource = 'manual' | 'automatic';
