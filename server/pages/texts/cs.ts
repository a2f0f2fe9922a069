import { texts as tag } from '../../../widget/messages/cs.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Czech. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'K zaplacení', auth: 'K rezervaci' },
  lock: 'Zabezpečená platba · údaje o kartě dostane jen platební služba, tady se neukládají.',
  needsScript: 'Tato stránka potřebuje JavaScript. Zapněte ho prosím a načtěte stránku znovu.',
  questions: 'Máte dotaz?',
  link: {
    unknown: [
      'Tento odkaz nikam nevede',
      'Zkontrolujte prosím, zda je adresa úplná, nebo požádejte obchod o nový odkaz.',
    ],
    expired: [
      'Platnost odkazu vypršela',
      'Tady už nelze nic zaplatit. Požádejte prosím obchod o nový odkaz.',
    ],
  },
  thanks: 'Děkujeme. Tuto stránku můžete zavřít.',
  failure: ['Nezaplaceno', 'Platba se nezdařila.'],
  pending: 'Platba se zpracovává',
  soon: 'Výsledek se na této stránce objeví, jakmile bude znám.',
  init: [
    'Zatím nezaplaceno',
    'Platební stránku jste opustili před zaplacením. Můžete pokračovat tam, kde jste skončili.',
  ],
  unknown: 'Výsledek zatím není znám',
  authorized: 'Banka částku rezervovala pro obchod. Tuto stránku můžete zavřít.',
  voided: ['Rezervace zrušena', 'Obchod částku uvolnil. Z vaší karty se nic nestrhlo.'],
  refunded: ['Peníze vráceny', 'Obchod vám vrátil peníze.'],
  check: {
    failure: ['Karta neověřena', 'Kartu se nepodařilo ověřit.'],
    pending: 'Karta se ověřuje',
    init: [
      'Karta zatím neověřena',
      'Stránku jste opustili před ověřením karty. Můžete pokračovat tam, kde jste skončili.',
    ],
  },
  goBack: 'Vraťte se do obchodu a zkuste to znovu.',
  returning: ['Okamžik…', 'Obchod zjišťuje, jak vaše platba dopadla.'],
  problem: {
    title: 'Něco se nepodařilo',
    paid: 'Tato objednávka už je zaplacena.',
    open: 'Předchozí platba za tuto objednávku ještě není dokončena. Zatím prosím neplaťte znovu.',
  },
};
