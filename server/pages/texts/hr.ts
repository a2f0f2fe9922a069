import { texts as tag } from '../../../widget/messages/hr.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Croatian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Za plaćanje', auth: 'Za rezervaciju' },
  lock: 'Sigurno plaćanje · podatke o kartici prima samo usluga plaćanja, ovdje se ne pohranjuju.',
  needsScript: 'Za ovu je stranicu potreban JavaScript. Uključite ga i ponovno učitajte stranicu.',
  questions: 'Imate pitanja?',
  link: {
    unknown: [
      'Ova poveznica ne vodi nikamo',
      'Provjerite je li adresa potpuna ili zatražite od trgovine novu poveznicu.',
    ],
    expired: [
      'Ova je poveznica istekla',
      'Ovdje se više ništa ne može platiti. Zatražite od trgovine novu poveznicu.',
    ],
  },
  thanks: 'Hvala. Možete zatvoriti ovu stranicu.',
  failure: ['Nije plaćeno', 'Plaćanje nije uspjelo.'],
  pending: 'Plaćanje je u obradi',
  soon: 'Ishod će se pojaviti na ovoj stranici čim bude poznat.',
  init: [
    'Još nije plaćeno',
    'Napustili ste stranicu za plaćanje prije nego što ste platili. Možete nastaviti gdje ste stali.',
  ],
  unknown: 'Ishod još nije poznat',
  authorized: 'Banka je rezervirala iznos za trgovinu. Možete zatvoriti ovu stranicu.',
  voided: ['Rezervacija je otkazana', 'Trgovina je oslobodila iznos. S vaše kartice ništa nije naplaćeno.'],
  refunded: ['Novac je vraćen', 'Trgovina vam je vratila novac.'],
  check: {
    failure: ['Kartica nije potvrđena', 'Karticu nije bilo moguće potvrditi.'],
    pending: 'Kartica se provjerava',
    init: [
      'Kartica još nije provjerena',
      'Napustili ste stranicu prije potvrde kartice. Možete nastaviti gdje ste stali.',
    ],
  },
  goBack: 'Vratite se u trgovinu i pokušajte ponovno.',
  returning: ['Samo trenutak…', 'Trgovina provjerava što je s vašim plaćanjem.'],
  problem: {
    title: 'Nešto nije uspjelo',
    paid: 'Ova je narudžba već plaćena.',
    open: 'Prethodno plaćanje ove narudžbe još nije završeno. Molimo vas da zasad ne plaćate ponovno.',
  },
};
