import { texts as tag } from '../../../widget/messages/sv.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Swedish. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Att betala', auth: 'Att reservera' },
  lock: 'Säker betalning · dina kortuppgifter går bara till betaltjänsten och sparas inte här.',
  needsScript: 'Den här sidan kräver JavaScript. Slå på det och ladda om sidan.',
  questions: 'Har du frågor?',
  link: {
    unknown: [
      'Den här länken leder ingenstans',
      'Kontrollera att adressen är fullständig eller be butiken om en ny länk.',
    ],
    expired: ['Den här länken har gått ut', 'Det går inte längre att betala här. Be butiken om en ny länk.'],
  },
  thanks: 'Tack. Du kan stänga sidan.',
  failure: ['Inte betalt', 'Betalningen gick inte igenom.'],
  pending: 'Betalningen behandlas',
  soon: 'Resultatet visas på den här sidan så snart det är klart.',
  init: ['Inte betalt än', 'Betalsidan lämnades före betalningen. Du kan fortsätta där du slutade.'],
  unknown: 'Resultatet är inte klart än',
  authorized: 'Banken håller beloppet åt butiken. Du kan stänga sidan.',
  voided: [
    'Reservationen är upphävd',
    'Butiken har släppt beloppet. Inga pengar har dragits från ditt kort.',
  ],
  refunded: ['Återbetalt', 'Butiken har betalat tillbaka pengarna till dig.'],
  check: {
    failure: ['Kortet är inte bekräftat', 'Kortet kunde inte bekräftas.'],
    pending: 'Kortet kontrolleras',
    init: [
      'Kortet är inte kontrollerat än',
      'Sidan lämnades innan kortet hade bekräftats. Du kan fortsätta där du slutade.',
    ],
  },
  goBack: 'Gå tillbaka till butiken för att försöka igen.',
  returning: ['Ett ögonblick…', 'Butiken kontrollerar hur det gick med betalningen.'],
  problem: {
    title: 'Något gick fel',
    paid: 'Den här beställningen är redan betald.',
    open: 'En tidigare betalning för beställningen är inte avslutad än. Vi ber dig att inte betala igen tills vidare.',
  },
};
