import { texts as tag } from '../../../widget/messages/sr.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Serbian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Za plaćanje', auth: 'Za rezervaciju' },
  lock: 'Bezbedno plaćanje · podatke o kartici dobija samo usluga plaćanja, ovde se ne čuvaju.',
  needsScript: 'Za ovu stranicu je potreban JavaScript. Uključite ga i ponovo učitajte stranicu.',
  questions: 'Imate pitanja?',
  link: {
    unknown: [
      'Ovaj link ne vodi nikuda',
      'Proverite da li je adresa potpuna ili zatražite od prodavnice novi link.',
    ],
    expired: [
      'Ovaj link je istekao',
      'Ovde više ništa ne može da se plati. Zatražite od prodavnice novi link.',
    ],
  },
  thanks: 'Hvala. Možete da zatvorite ovu stranicu.',
  failure: ['Nije plaćeno', 'Plaćanje nije uspelo.'],
  pending: 'Plaćanje je u obradi',
  soon: 'Ishod će se pojaviti na ovoj stranici čim bude poznat.',
  init: [
    'Još nije plaćeno',
    'Stranica za plaćanje je napuštena pre plaćanja. Možete da nastavite tamo gde ste stali.',
  ],
  unknown: 'Ishod još nije poznat',
  authorized: 'Banka je zadržala iznos za prodavnicu. Možete da zatvorite ovu stranicu.',
  voided: [
    'Rezervacija je otkazana',
    'Prodavnica je oslobodila iznos. Sa vaše kartice ništa nije naplaćeno.',
  ],
  refunded: ['Novac je vraćen', 'Prodavnica vam je vratila novac.'],
  check: {
    failure: ['Kartica nije potvrđena', 'Karticu nije bilo moguće potvrditi.'],
    pending: 'Kartica se proverava',
    init: [
      'Kartica još nije proverena',
      'Stranica je napuštena pre potvrde kartice. Možete da nastavite tamo gde ste stali.',
    ],
  },
  goBack: 'Vratite se u prodavnicu i pokušajte ponovo.',
  returning: ['Samo trenutak…', 'Prodavnica proverava šta je sa vašim plaćanjem.'],
  problem: {
    title: 'Nešto nije uspelo',
    paid: 'Ova porudžbina je već plaćena.',
    open: 'Prethodno plaćanje ove porudžbine još nije završeno. Molimo vas da zasad ne plaćate ponovo.',
  },
};
