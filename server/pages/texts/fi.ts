import { texts as tag } from '../../../widget/messages/fi.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Finnish. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Maksettavaa', auth: 'Varattava summa' },
  lock: 'Turvallinen maksu · korttitietosi saa vain maksupalvelu, eikä niitä tallenneta tänne.',
  needsScript: 'Tämä sivu vaatii JavaScriptin. Ota se käyttöön ja lataa sivu uudelleen.',
  questions: 'Onko sinulla kysyttävää?',
  link: {
    unknown: [
      'Tämä linkki ei johda mihinkään',
      'Tarkista, että osoite on kokonainen, tai pyydä kaupalta uusi linkki.',
    ],
    expired: ['Tämä linkki on vanhentunut', 'Täällä ei voi enää maksaa mitään. Pyydä kaupalta uusi linkki.'],
  },
  thanks: 'Kiitos. Voit sulkea tämän sivun.',
  failure: ['Ei maksettu', 'Maksu ei onnistunut.'],
  pending: 'Maksuasi käsitellään',
  soon: 'Tulos näkyy tällä sivulla heti, kun se on selvillä.',
  init: ['Ei vielä maksettu', 'Poistuit maksusivulta ennen maksamista. Voit jatkaa siitä, mihin jäit.'],
  unknown: 'Tulos ei ole vielä selvillä',
  authorized: 'Pankkisi pitää summan varattuna kaupalle. Voit sulkea tämän sivun.',
  voided: ['Varaus purettu', 'Kauppa on vapauttanut summan. Kortiltasi ei veloitettu mitään.'],
  refunded: ['Palautettu', 'Kauppa on palauttanut rahat sinulle.'],
  check: {
    failure: ['Korttia ei vahvistettu', 'Korttia ei voitu vahvistaa.'],
    pending: 'Korttiasi tarkistetaan',
    init: [
      'Korttia ei ole vielä tarkistettu',
      'Poistuit sivulta ennen kortin vahvistamista. Voit jatkaa siitä, mihin jäit.',
    ],
  },
  goBack: 'Palaa kauppaan ja yritä uudelleen.',
  returning: ['Hetkinen…', 'Kauppa selvittää, miten maksullesi kävi.'],
  problem: {
    title: 'Jokin meni vikaan',
    paid: 'Tämä tilaus on jo maksettu.',
    open: 'Tilauksen aiempi maksu on vielä kesken. Älä toistaiseksi maksa uudelleen.',
  },
};
