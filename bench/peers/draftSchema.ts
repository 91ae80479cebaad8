import { z } from 'zod';
import { currencies, periods, statuses } from './record.ts';

/** The body of a create request. */
export const draftSchema = z
  .strictObject({
    name: z.string().min(1).max(120),
    category: z.string().min(1).max(80),
    amount: z.number().min(0).max(999_999.99),
    currency: z.enum(currencies),
    period: z.enum(periods),
    lastPaymentDate: z.iso.date(),
    customDate: z
      .string()
      .regex(/^[1-9]\d*$/)
      .optional(),
    notificationEnabled: z.boolean().optional(),
    status: z.enum(statuses).optional(),
  })
  .refine(({ period, customDate }) => (period === 'custom') === (customDate !== undefined));

/** The parameters of a list. */
export const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).default(0),
});

/** The parameters of a path with an id. */
export const idSchema = z.object({ id: z.uuid() });
