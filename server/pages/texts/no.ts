import { texts as tag } from '../../../widget/messages/no.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Norwegian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Å betale', auth: 'Å reservere' },
  lock: 'Sikker betaling · kortopplysningene går bare til betalingstjenesten og lagres ikke her.',
  needsScript: 'Denne siden krever JavaScript. Slå det på og last inn siden på nytt.',
  questions: 'Har du spørsmål?',
  link: {
    unknown: [
      'Denne lenken virker ikke',
      'Sjekk at adressen er fullstendig, eller be butikken om en ny lenke.',
    ],
    expired: ['Denne lenken er utløpt', 'Du kan ikke lenger betale her. Be butikken om en ny lenke.'],
  },
  thanks: 'Takk. Du kan lukke denne siden.',
  failure: ['Ikke betalt', 'Betalingen gikk ikke gjennom.'],
  pending: 'Betalingen behandles',
  soon: 'Resultatet vises på denne siden så snart det er klart.',
  init: ['Ikke betalt ennå', 'Du forlot betalingssiden før du hadde betalt. Du kan fortsette der du slapp.'],
  unknown: 'Resultatet er ikke klart ennå',
  authorized: 'Banken holder av beløpet til butikken. Du kan lukke denne siden.',
  voided: [
    'Reservasjonen er opphevet',
    'Butikken har frigitt beløpet. Ingenting er trukket fra kortet ditt.',
  ],
  refunded: ['Refundert', 'Butikken har betalt pengene tilbake til deg.'],
  check: {
    failure: ['Kortet er ikke bekreftet', 'Kortet kunne ikke bekreftes.'],
    pending: 'Kortet blir sjekket',
    init: [
      'Kortet er ikke sjekket ennå',
      'Du forlot siden før kortet var bekreftet. Du kan fortsette der du slapp.',
    ],
  },
  goBack: 'Gå tilbake til butikken for å prøve igjen.',
  returning: ['Et øyeblikk …', 'Butikken sjekker hva som skjedde med betalingen.'],
  problem: {
    title: 'Noe gikk galt',
    paid: 'Denne bestillingen er allerede betalt.',
    open: 'En tidligere betaling for denne bestillingen er ikke fullført ennå. Ikke betal på nytt foreløpig.',
  },
};
