import { texts as tag } from '../../../widget/messages/pl.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Polish. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Do zapłaty', auth: 'Do zablokowania' },
  lock: 'Bezpieczna płatność · dane karty trafiają tylko do usługi płatności i nie są tu przechowywane.',
  needsScript: 'Ta strona wymaga JavaScriptu. Włącz go i wczytaj stronę ponownie.',
  questions: 'Masz pytania?',
  link: {
    unknown: [
      'Ten link donikąd nie prowadzi',
      'Sprawdź, czy adres jest kompletny, lub poproś sklep o nowy link.',
    ],
    expired: ['Ten link stracił ważność', 'Nie można już tu zapłacić. Poproś sklep o nowy link.'],
  },
  thanks: 'Dziękujemy. Możesz zamknąć tę stronę.',
  failure: ['Nie zapłacono', 'Płatność się nie powiodła.'],
  pending: 'Płatność jest przetwarzana',
  soon: 'Wynik pojawi się na tej stronie, gdy tylko będzie znany.',
  init: [
    'Jeszcze nie zapłacono',
    'Strona płatności została zamknięta przed zapłatą. Możesz kontynuować w tym samym miejscu.',
  ],
  unknown: 'Wynik nie jest jeszcze znany',
  authorized: 'Bank zablokował tę kwotę dla sklepu. Możesz zamknąć tę stronę.',
  voided: ['Blokada zniesiona', 'Sklep zwolnił zablokowaną kwotę. Z Twojej karty nic nie pobrano.'],
  refunded: ['Pieniądze zwrócone', 'Sklep zwrócił Ci pieniądze.'],
  check: {
    failure: ['Karta niezweryfikowana', 'Nie udało się zweryfikować karty.'],
    pending: 'Karta jest weryfikowana',
    init: [
      'Karta jeszcze niezweryfikowana',
      'Strona została zamknięta przed zweryfikowaniem karty. Możesz kontynuować w tym samym miejscu.',
    ],
  },
  goBack: 'Wróć do sklepu, aby spróbować ponownie.',
  returning: ['Chwileczkę…', 'Sklep sprawdza, co się stało z Twoją płatnością.'],
  problem: {
    title: 'Coś się nie udało',
    paid: 'To zamówienie jest już opłacone.',
    open: 'Poprzednia płatność za to zamówienie nie jest jeszcze zakończona. Prosimy, na razie nie płać ponownie.',
  },
};
