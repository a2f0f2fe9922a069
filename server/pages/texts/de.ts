import { texts as tag } from '../../../widget/messages/de.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in German. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Zu zahlen', auth: 'Zu reservieren' },
  lock: 'Sichere Zahlung · Ihre Kartendaten gehen nur an den Zahlungsdienst und werden hier nicht gespeichert.',
  needsScript: 'Diese Seite benötigt JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
  questions: 'Haben Sie Fragen?',
  link: {
    unknown: [
      'Dieser Link führt ins Leere',
      'Bitte prüfen Sie, ob die Adresse vollständig ist, oder bitten Sie den Shop um einen neuen Link.',
    ],
    expired: [
      'Dieser Link ist abgelaufen',
      'Hier kann nichts mehr bezahlt werden. Bitte fragen Sie den Shop nach einem neuen Link.',
    ],
  },
  thanks: 'Vielen Dank. Sie können diese Seite schließen.',
  failure: ['Nicht bezahlt', 'Die Zahlung war nicht erfolgreich.'],
  pending: 'Ihre Zahlung wird verarbeitet',
  soon: 'Das Ergebnis erscheint auf dieser Seite, sobald es vorliegt.',
  init: [
    'Noch nicht bezahlt',
    'Die Zahlungsseite wurde vor dem Bezahlen verlassen. Sie können dort weitermachen, wo Sie aufgehört haben.',
  ],
  unknown: 'Das Ergebnis steht noch nicht fest',
  authorized: 'Ihre Bank hat den Betrag für den Shop reserviert. Sie können diese Seite schließen.',
  voided: [
    'Reservierung aufgehoben',
    'Der Shop hat den Betrag freigegeben. Von Ihrer Karte wurde nichts abgebucht.',
  ],
  refunded: ['Erstattet', 'Der Shop hat Ihnen den Betrag erstattet.'],
  check: {
    failure: ['Karte nicht bestätigt', 'Die Karte konnte nicht bestätigt werden.'],
    pending: 'Ihre Karte wird geprüft',
    init: [
      'Karte noch nicht geprüft',
      'Die Seite wurde verlassen, bevor die Karte bestätigt war. Sie können dort weitermachen, wo Sie aufgehört haben.',
    ],
  },
  goBack: 'Kehren Sie zum Shop zurück, um es erneut zu versuchen.',
  returning: ['Einen Moment …', 'Der Shop fragt nach, was aus Ihrer Zahlung geworden ist.'],
  problem: {
    title: 'Das hat nicht geklappt',
    paid: 'Diese Bestellung ist bereits bezahlt.',
    open: 'Eine frühere Zahlung für diese Bestellung ist noch nicht abgeschlossen. Bitte zahlen Sie vorerst nicht noch einmal.',
  },
};
