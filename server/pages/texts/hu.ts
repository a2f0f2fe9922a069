import { texts as tag } from '../../../widget/messages/hu.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Hungarian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Fizetendő', auth: 'Zárolandó' },
  lock: 'Biztonságos fizetés · a kártyaadatokat csak a fizetési szolgáltatás kapja meg, itt nem tároljuk őket.',
  needsScript: 'Ehhez az oldalhoz JavaScript szükséges. Kapcsolja be, és töltse be újra az oldalt.',
  questions: 'Kérdése van?',
  link: {
    unknown: [
      'Ez a link nem vezet sehová',
      'Ellenőrizze, hogy teljes-e a cím, vagy kérjen új linket a webáruháztól.',
    ],
    expired: ['Ez a link lejárt', 'Itt már nem lehet fizetni. Kérjen új linket a webáruháztól.'],
  },
  thanks: 'Köszönjük. Bezárhatja ezt az oldalt.',
  failure: ['Nincs kifizetve', 'A fizetés nem sikerült.'],
  pending: 'A fizetés feldolgozás alatt áll',
  soon: 'Az eredmény megjelenik ezen az oldalon, amint rendelkezésre áll.',
  init: ['Még nincs kifizetve', 'A fizetőoldalt fizetés előtt elhagyta. Ott folytathatja, ahol abbahagyta.'],
  unknown: 'Az eredmény még nem ismert',
  authorized: 'A bank zárolta az összeget a webáruház számára. Bezárhatja ezt az oldalt.',
  voided: ['A zárolás megszűnt', 'A webáruház feloldotta az összeg zárolását. Kártyáját nem terheltük meg.'],
  refunded: ['Visszatérítve', 'A webáruház visszatérítette a pénzt.'],
  check: {
    failure: ['A kártyát nem sikerült ellenőrizni', 'A kártya ellenőrzése nem sikerült.'],
    pending: 'A kártya ellenőrzése folyamatban van',
    init: [
      'A kártyát még nem ellenőriztük',
      'Az oldalt a kártya ellenőrzése előtt elhagyta. Ott folytathatja, ahol abbahagyta.',
    ],
  },
  goBack: 'Térjen vissza a webáruházba, és próbálja újra.',
  returning: ['Egy pillanat…', 'A webáruház ellenőrzi, mi történt a fizetéssel.'],
  problem: {
    title: 'Valami nem sikerült',
    paid: 'Ezt a rendelést már kifizették.',
    open: 'A rendelés egy korábbi fizetése még nem zárult le. Kérjük, egyelőre ne fizessen újra.',
  },
};
