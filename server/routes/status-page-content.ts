import type { DeclineReason } from '../contract/decline-reason.ts';
import type { PaymentStatus } from '../contract/checkout-api.ts';
import { REASONS_EN } from '../contract/reasons-en.ts';
import { REASONS_UK } from '../contract/reasons-uk.ts';
import type { Language } from '../pages/language.ts';
import type { MoneyState } from '../payments/order/ledger.ts';

/** Texts and styles of the page that shows a payment's state. */

type Text = readonly [title: string, text: string];

interface Texts {
  status: Record<PaymentStatus, Text>;
  /** of a success whose money is not simply paid */
  money: Record<Exclude<MoneyState['state'], 'paid'>, Text>;
  /** of a card that is only verified */
  check: Record<PaymentStatus, Text>;
  /** after a card that was not confirmed */
  otherCard: string;
  reasons: Readonly<Record<DeclineReason, string>>;
  /** shown beside the reason of every final failure */
  notCharged: string;
  /** if the order can be paid again, but not from here */
  goBack: string;
  /** of an unknown outcome: the completed, the current and the next step */
  steps: readonly [done: string, current: string, next: string];
  resume: string;
  again: string;
  receipt: string;
  back: string;
}

export const TEXTS: Record<Language, Texts> = {
  en: {
    status: {
      success: ['Paid', 'Thank you. You may close this page.'],
      failure: ['Not paid', 'The payment did not go through.'],
      pending: ['Your payment is on its way', 'This page shows the result as soon as it is there.'],
      init: ['Not paid yet', 'The payment page was left before paying. You can go on where you stopped.'],
      unknown: [
        'We are checking with your bank',
        'Please do not pay again. You may close this page: you will not be charged twice.',
      ],
    },
    money: {
      authorized: ['Amount reserved', 'Your bank holds the amount for the shop. You may close this page.'],
      voided: ['Released', 'The shop has released the amount. Nothing was taken from your card.'],
      refunded: ['Refunded', 'The shop has returned the amount to you.'],
    },
    check: {
      success: ['Card confirmed', 'Thank you. You may close this page.'],
      failure: ['Card not confirmed', 'The card could not be confirmed.'],
      pending: ['Your card is being checked', 'This page shows the result as soon as it is there.'],
      init: [
        'Card not checked yet',
        'The page was left before the card was confirmed. You can go on where you stopped.',
      ],
      unknown: [
        'We are checking with your bank',
        'You may close this page: nothing is charged, and the shop will learn the result.',
      ],
    },
    otherCard: 'Please try again or use another card.',
    reasons: REASONS_EN,
    notCharged: 'Nothing was charged.',
    goBack: 'Go back to the shop to try again.',
    steps: ['Sent to the bank', 'Asking the bank for the result', 'The result appears on this page'],
    resume: 'Continue',
    again: 'Try again',
    receipt: 'Receipt',
    back: 'Back to the shop',
  },
  uk: {
    status: {
      success: ['Сплачено', 'Дякуємо. Цю сторінку можна закрити.'],
      failure: ['Не сплачено', 'Платіж не пройшов.'],
      pending: ['Платіж обробляється', 'Результат з’явиться на цій сторінці.'],
      init: ['Ще не сплачено', 'Платіжну сторінку залишили до оплати. Можна продовжити з того самого місця.'],
      unknown: [
        'Уточнюємо в банку',
        'Будь ласка, не платіть ще раз. Цю сторінку можна закрити: двічі кошти не спишуться.',
      ],
    },
    money: {
      authorized: ['Суму зарезервовано', 'Банк утримує суму для магазину. Цю сторінку можна закрити.'],
      voided: ['Резерв скасовано', 'Магазин звільнив суму. З вашої картки нічого не списано.'],
      refunded: ['Кошти повернено', 'Магазин повернув вам гроші.'],
    },
    check: {
      success: ['Картку підтверджено', 'Дякуємо. Цю сторінку можна закрити.'],
      failure: ['Картку не підтверджено', 'Підтвердити картку не вдалося.'],
      pending: ['Картка перевіряється', 'Результат з’явиться на цій сторінці.'],
      init: [
        'Картку ще не перевірено',
        'Сторінку залишили до підтвердження картки. Можна продовжити з того самого місця.',
      ],
      unknown: [
        'Уточнюємо в банку',
        'Цю сторінку можна закрити: кошти не спишуться, а магазин дізнається про результат.',
      ],
    },
    otherCard: 'Спробуйте ще раз або скористайтеся іншою карткою.',
    reasons: REASONS_UK,
    notCharged: 'Кошти не списано.',
    goBack: 'Поверніться до магазину, щоб спробувати ще раз.',
    steps: ['Надіслано в банк', 'Уточнюємо результат у банку', 'Результат з’явиться на цій сторінці'],
    resume: 'Продовжити',
    again: 'Спробувати ще раз',
    receipt: 'Квитанція',
    back: 'Повернутися до магазину',
  },
};

export const STYLE = `
.amount{font-size:1.6rem;font-weight:600;color:inherit;margin-top:1rem}
.card{font-variant-numeric:tabular-nums}
.of{overflow-wrap:anywhere;white-space:pre-line;color:inherit;margin-top:1rem}
.mark{font-size:2.5rem;line-height:1;margin-bottom:1rem}
.merchant{justify-content:center;margin-bottom:1.5rem}
ol{list-style:none;display:grid;gap:.5rem;width:fit-content;margin:1.25rem auto;padding:0;text-align:start;color:light-dark(#5a6372,#a5aebc)}
li{display:grid;grid-template-columns:1.75rem 1fr}
li::before{content:'\\25cb'}
li.done::before{content:'\\2713'}
li[aria-current]{font-weight:600;color:light-dark(#1b1f27,#eceef2)}
li[aria-current]::before{content:'\\2026'}
.ways{margin:1.5rem 0 .75rem}
.contact{margin-top:1.5rem;font-size:.85rem}`;
