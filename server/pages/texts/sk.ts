import { texts as tag } from '../../../widget/messages/sk.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Slovak. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Na zaplatenie', auth: 'Na rezerváciu' },
  lock: 'Zabezpečená platba · údaje o karte dostane iba platobná služba, tu sa neukladajú.',
  needsScript: 'Táto stránka potrebuje JavaScript. Zapnite ho a načítajte stránku znova.',
  questions: 'Máte otázky?',
  link: {
    unknown: [
      'Tento odkaz nikam nevedie',
      'Skontrolujte, či je adresa úplná, alebo požiadajte obchod o nový odkaz.',
    ],
    expired: ['Platnosť odkazu vypršala', 'Tu sa už nedá nič zaplatiť. Požiadajte obchod o nový odkaz.'],
  },
  thanks: 'Ďakujeme. Túto stránku môžete zavrieť.',
  failure: ['Nezaplatené', 'Platba neprešla.'],
  pending: 'Platba sa spracúva',
  soon: 'Výsledok sa na tejto stránke zobrazí hneď, ako bude známy.',
  init: [
    'Zatiaľ nezaplatené',
    'Platobnú stránku ste opustili pred zaplatením. Môžete pokračovať tam, kde ste skončili.',
  ],
  unknown: 'Výsledok zatiaľ nie je známy',
  authorized: 'Banka drží sumu pre obchod. Túto stránku môžete zavrieť.',
  voided: ['Rezervácia je zrušená', 'Obchod sumu uvoľnil. Z vašej karty sa nič nestrhlo.'],
  refunded: ['Peniaze sú vrátené', 'Obchod vám vrátil peniaze.'],
  check: {
    failure: ['Karta nie je overená', 'Kartu sa nepodarilo overiť.'],
    pending: 'Karta sa overuje',
    init: [
      'Karta zatiaľ nie je overená',
      'Stránku ste opustili pred overením karty. Môžete pokračovať tam, kde ste skončili.',
    ],
  },
  goBack: 'Vráťte sa do obchodu a skúste to znova.',
  returning: ['Chvíľku…', 'Obchod zisťuje, ako vaša platba dopadla.'],
  problem: {
    title: 'Niečo sa nepodarilo',
    paid: 'Táto objednávka je už zaplatená.',
    open: 'Predchádzajúca platba za túto objednávku ešte nie je dokončená. Prosíme, zatiaľ neplaťte znova.',
  },
};
