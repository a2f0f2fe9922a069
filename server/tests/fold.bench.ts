import { bench } from 'vitest';
import { fold } from '../payments/order/order.ts';
import { journal, orderUpdated, started } from '../payments/order/testing/entries.ts';

// Ten declines are the most that an order takes.
