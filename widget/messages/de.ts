import type { Messages, Pages } from './en.ts';

/** What the customer reads, in German. */
export const texts: Messages = {
  card: 'Kartenzahlung',
  details: {
    card: 'Kartendaten. Nach der letzten Ziffer springt der Fokus automatisch ins nächste Feld.',
    customer: 'Ihre Angaben',
  },
  pay: '{} bezahlen',
  reserve: '{} reservieren',
  check: 'Karte prüfen',
  hosted: 'Weiter zur Zahlung',
  hostedHint: 'Sie bezahlen {} auf der sicheren Seite der Bank.',
  reserveHint: 'Sie reservieren {} auf der sicheren Seite der Bank.',
  offer: 'Für diese Bestellung ist bereits eine Zahlungsseite geöffnet.',
  resume: 'Zur Zahlungsseite',
  again: 'Erneut versuchen',
  test: 'Testmodus: Es fließt kein echtes Geld.',
  connecting: 'Verbindung wird hergestellt …',
  submitting: 'Wird verarbeitet …',
  keepOpen: 'Bitte lassen Sie diese Seite geöffnet.',
  otherWays: 'Andere Zahlungsart wählen',
  wallet: 'Mit {} bezahlen',
  continueTo: 'Weiter zu {}',
  byCard: 'Mit Karte bezahlen',
  orCard: 'oder mit Karte bezahlen',
  noSession: 'Der Zahlungsdienst ist nicht erreichbar. Bitte prüfen Sie Ihre Internetverbindung.',
  noAnswer:
    'Die Verbindung wurde unterbrochen. Bitte versuchen Sie es erneut: Ihre Karte wird nicht doppelt belastet.',
  label: {
    number: 'Kartennummer',
    expiry: 'Ablaufdatum',
    cvv: 'Sicherheitscode (CVV)',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail-Adresse',
    phone: 'Telefonnummer',
    birthday: 'Geburtsdatum',
    taxId: 'Steuernummer',
  },
  expiryHint: 'MM / JJ',
  cvvBack: '3 Ziffern, Rückseite',
  cvvFront: '4 Ziffern, Vorderseite',
  hint: {
    email: 'Für den Zahlungsbeleg: name@example.com',
    phone: 'Für Rückfragen zur Zahlung: +49 1512 3456789',
  },
  invalid: 'Bitte dieses Feld prüfen',
  accepted: 'Akzeptierte Karten: {}',
  brands: {
    known: '{} wird hier nicht akzeptiert. Bitte verwenden Sie {}.',
    unsure: 'Diese Karte wird hier nicht akzeptiert. Bitte verwenden Sie {}.',
  },
  attention: { one: 'Bitte {} Feld prüfen', other: 'Bitte {} Felder prüfen' },
  fault: {
    'too-long': 'Die Eingabe ist zu lang',
    'looks-like-a-card': 'Das sieht nach einer Kartennummer aus. Bitte geben Sie sie hier nicht ein',
    expired: 'Diese Karte ist abgelaufen',
    'brand-not-accepted': 'Diese Karte wird hier nicht akzeptiert',
    'number.required': 'Bitte Kartennummer eingeben',
    'number.incomplete': 'Die Kartennummer ist zu kurz',
    'number.too-long': 'Die Kartennummer ist zu lang',
    'number.invalid': 'Bitte Kartennummer prüfen',
    'expiry.required': 'Bitte Ablaufdatum eingeben',
    'expiry.incomplete': 'Bitte Monat und Jahr eingeben',
    'expiry.month': 'Bitte Monat von 01 bis 12 eingeben',
    'expiry.invalid': 'Bitte Ablaufdatum prüfen',
    'cvv.required': 'Bitte Sicherheitscode eingeben',
    'cvv.incomplete': 'Der Code ist zu kurz',
    'cvv.too-long': 'Der Code ist zu lang',
    'cvv.invalid': 'Bitte Sicherheitscode prüfen',
    'firstName.required': 'Bitte Vornamen eingeben',
    'lastName.required': 'Bitte Nachnamen eingeben',
    'email.required': 'Bitte E-Mail-Adresse eingeben',
    'email.invalid': 'Bitte E-Mail-Adresse prüfen',
    'phone.required': 'Bitte Telefonnummer eingeben',
    'phone.invalid': 'Bitte Telefonnummer prüfen',
    'birthday.required': 'Bitte Geburtsdatum eingeben',
    'birthday.invalid': 'Bitte Datum prüfen',
    'taxId.required': 'Bitte Steuernummer eingeben',
  },
  outcome: {
    action: 'Ihre Bank bittet Sie, die Zahlung zu bestätigen.',
    confirm: 'Weiter zu Ihrer Bank',
    another: 'Andere Karte verwenden',
    cannot: 'Falls Sie dort nicht bestätigen können, verwenden Sie eine andere Karte.',
    confirmWith: 'Stattdessen die Zahlung mit {} bestätigen',
    waiting: 'Wir warten auf Ihre Bank. Das kann eine Minute dauern.',
    unknown: 'Wir klären mit Ihrer Bank, ob die Zahlung erfolgt ist. Bitte zahlen Sie nicht noch einmal.',
    steps: {
      sent: 'Ihre Zahlung wurde übermittelt.',
      asking: 'Wir fragen bei der Bank nach, bis sie antwortet.',
      close:
        'Sie können diese Seite schließen: Ihre Karte wird nicht doppelt belastet, und der Shop erfährt das Ergebnis.',
    },
    check: {
      action: 'Ihre Bank bittet Sie, die Karte zu bestätigen.',
      unknown: 'Wir klären mit Ihrer Bank, ob die Karte bestätigt wurde.',
      sent: 'Ihre Kartendaten wurden an die Bank übermittelt.',
      close: 'Sie können diese Seite schließen: Es wird nichts abgebucht, und der Shop erfährt das Ergebnis.',
      failed:
        'Die Karte wurde nicht bestätigt. Bitte versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
    },
    order: 'Bestellung {}',
    receipt: 'Zahlungsbeleg',
    back: 'Zurück zum Shop',
    done: { purchase: 'Bezahlt', auth: 'Betrag reserviert', lookup: 'Karte bestätigt' },
    nothing: 'Es wurde noch nichts bezahlt.',
    notCharged: 'Es wurde nichts abgebucht.',
    failure: {
      generic:
        'Die Zahlung war nicht erfolgreich. Bitte versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
      'expired-card': 'Diese Karte ist abgelaufen. Bitte verwenden Sie eine andere Karte.',
      'card-data':
        'Die Bank erkennt diese Karte nicht. Bitte prüfen Sie Kartennummer, Ablaufdatum und Sicherheitscode.',
      funds:
        'Das Kartenkonto ist nicht ausreichend gedeckt. Bitte zahlen Sie Geld ein oder verwenden Sie eine andere Karte.',
      limit:
        'Das Kartenlimit ist ausgeschöpft. Erhöhen Sie es in der App Ihrer Bank oder verwenden Sie eine andere Karte.',
      timeout: 'Die Zeit für die Bestätigung ist abgelaufen. Bitte versuchen Sie es erneut.',
      declined:
        'Die Bank hat die Zahlung abgelehnt. Bitte verwenden Sie eine andere Karte oder fragen Sie Ihre Bank nach dem Grund.',
      'not-permitted':
        'Karten dieser Art werden hier nicht akzeptiert. Bitte verwenden Sie eine andere Karte.',
      confirmation:
        'Die Zahlung wurde nicht bestätigt. Bitte versuchen Sie es erneut und prüfen Sie den Code Ihrer Bank.',
      issuer:
        'Ihre Bank möchte zuerst mit Ihnen sprechen. Bitte rufen Sie dort an oder verwenden Sie eine andere Karte.',
      cancelled: 'Die Zahlung wurde abgebrochen. Sie können jederzeit erneut bezahlen.',
      shop: 'Das Problem liegt beim Shop, nicht an Ihrer Karte. Bitte informieren Sie den Shop.',
      technical:
        'Bei der Bank gab es eine kurze technische Störung. Bitte versuchen Sie es in einigen Minuten erneut.',
    },
    problem: {
      other: 'Das hat nicht geklappt. Bitte versuchen Sie es in einer Minute erneut.',
      'order-token-invalid':
        'Dieser Bezahlvorgang ist nicht mehr gültig. Bitte kehren Sie zum Shop zurück und beginnen Sie neu.',
      'order-token-expired': 'Die Zeit zum Bezahlen ist abgelaufen.',
      renew: 'Neu beginnen',
      'order-changed': 'Die Bestellung wurde geändert. Bitte laden Sie die Seite des Shops neu.',
      'invalid-input': 'Bitte prüfen Sie Ihre Eingaben.',
      'order-closed': 'Diese Bestellung ist geschlossen. Bitte wenden Sie sich an den Shop.',
      'too-many-attempts': 'Es gab zu viele Zahlungsversuche. Bitte wenden Sie sich an den Shop.',
      'limit-reached':
        'Zu viele Versuche. Bitte versuchen Sie es in {} erneut oder wählen Sie eine andere Zahlungsart.',
      'saved-card-refused':
        'Diese gespeicherte Karte kann nicht mehr verwendet werden. Bitte wählen Sie eine andere oder geben Sie eine neue ein.',
      'gateway-unreachable': 'Die Bank ist nicht erreichbar. Bitte versuchen Sie es in einer Minute erneut.',
      'unsafe-action-url':
        'Die Seite der Bank lässt sich nicht sicher öffnen. Bitte wenden Sie sich an den Shop.',
      'order-unsupported':
        'Diese Bestellung kann hier nicht bezahlt werden. Bitte wenden Sie sich an den Shop.',
      'card-needed':
        'Dafür wird eine Karte benötigt, die hier nicht eingegeben werden kann. Bitte wenden Sie sich an den Shop.',
      'mode-not-available': 'Diese Zahlungsart ist hier nicht möglich. Bitte wenden Sie sich an den Shop.',
    },
  },
  dialog: {
    title: 'Zahlung bestätigen',
    frame: 'Seite Ihrer Bank',
    close: 'Schließen',
    leave: 'Ohne Bestätigung schließen? Sie können die Bestätigung später auf dieser Seite fortsetzen.',
    stay: 'Fortsetzen',
    late: 'Das dauert länger als sonst. Sie können warten oder auf einer eigenen Seite bestätigen.',
    refused: 'Die Seite Ihrer Bank kann hier nicht angezeigt werden.',
    fullPage: 'Als eigene Seite öffnen',
  },
  saved: {
    title: 'Ihre gespeicherten Karten',
    other: 'Andere Karte',
    expired: 'Abgelaufen',
    expires: 'gültig bis {}',
    remove: '{} entfernen',
    removed: '{} wurde entfernt.',
    undo: 'Rückgängig machen',
    kept: 'Die Karte konnte nicht entfernt werden. Bitte versuchen Sie es erneut.',
    save: 'Diese Karte für das nächste Mal speichern',
    safe: 'Die Kartennummer wird beim Zahlungsdienst gespeichert, nicht beim Shop.',
  },
};

/** What the customer reads on the companion's pages, in German. */
export const pages: Pages = {
  act: { purchase: 'Zu zahlen', auth: 'Zu reservieren' },
  lock: 'Sichere Zahlung · Ihre Kartennummer wird hier nicht gespeichert.',
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
    closed: [
      'Diese Bestellung ist geschlossen',
      'Sie kann nicht mehr bezahlt werden. Bitte wenden Sie sich an den Shop.',
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
