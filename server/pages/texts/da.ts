import { texts as tag } from '../../../widget/messages/da.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Danish. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'At betale', auth: 'At reservere' },
  lock: 'Sikker betaling · dine kortoplysninger går kun til betalingstjenesten og gemmes ikke her.',
  needsScript: 'Denne side kræver JavaScript. Slå det til, og genindlæs siden.',
  questions: 'Har du spørgsmål?',
  link: {
    unknown: [
      'Dette link fører ingen steder hen',
      'Tjek, at adressen er fuldstændig, eller bed butikken om et nyt link.',
    ],
    expired: ['Dette link er udløbet', 'Her kan der ikke længere betales. Bed butikken om et nyt link.'],
  },
  thanks: 'Tak. Du kan lukke siden.',
  failure: ['Ikke betalt', 'Betalingen gik ikke igennem.'],
  pending: 'Din betaling er under behandling',
  soon: 'Resultatet vises på denne side, så snart det foreligger.',
  init: [
    'Ikke betalt endnu',
    'Du forlod betalingssiden, før du havde betalt. Du kan fortsætte, hvor du slap.',
  ],
  unknown: 'Resultatet er ikke kendt endnu',
  authorized: 'Din bank har reserveret beløbet til butikken. Du kan lukke siden.',
  voided: [
    'Reservationen er ophævet',
    'Butikken har frigivet beløbet. Der er ikke trukket noget på dit kort.',
  ],
  refunded: ['Refunderet', 'Butikken har betalt beløbet tilbage til dig.'],
  check: {
    failure: ['Kortet er ikke bekræftet', 'Kortet kunne ikke bekræftes.'],
    pending: 'Dit kort bliver tjekket',
    init: [
      'Kortet er ikke tjekket endnu',
      'Du forlod siden, før kortet var bekræftet. Du kan fortsætte, hvor du slap.',
    ],
  },
  goBack: 'Gå tilbage til butikken for at prøve igen.',
  returning: ['Et øjeblik …', 'Butikken undersøger, hvad der blev af din betaling.'],
  problem: {
    title: 'Noget gik galt',
    paid: 'Denne ordre er allerede betalt.',
    open: 'En tidligere betaling af denne ordre er ikke afsluttet endnu. Betal venligst ikke igen foreløbig.',
  },
};
