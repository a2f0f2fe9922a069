import { texts as tag } from '../../../widget/messages/ro.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Romanian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'De plătit', auth: 'De rezervat' },
  lock: 'Plată securizată · datele cardului ajung doar la serviciul de plată și nu sunt păstrate aici.',
  needsScript: 'Această pagină are nevoie de JavaScript. Activați-l și reîncărcați pagina.',
  questions: 'Aveți întrebări?',
  link: {
    unknown: [
      'Acest link nu duce nicăieri',
      'Verificați dacă adresa este completă sau cereți magazinului un link nou.',
    ],
    expired: ['Acest link a expirat', 'Aici nu se mai poate plăti nimic. Cereți magazinului un link nou.'],
  },
  thanks: 'Vă mulțumim. Puteți închide această pagină.',
  failure: ['Neplătit', 'Plata nu a reușit.'],
  pending: 'Plata este în curs de procesare',
  soon: 'Rezultatul va apărea pe această pagină imediat ce este cunoscut.',
  init: [
    'Încă neplătit',
    'Pagina de plată a fost părăsită înainte de plată. Puteți continua de unde ați rămas.',
  ],
  unknown: 'Rezultatul nu este încă cunoscut',
  authorized: 'Banca păstrează suma pentru magazin. Puteți închide această pagină.',
  voided: ['Rezervare anulată', 'Magazinul a eliberat suma. Nu s-au retras bani de pe cardul dumneavoastră.'],
  refunded: ['Rambursat', 'Magazinul v-a returnat banii.'],
  check: {
    failure: ['Card neconfirmat', 'Cardul nu a putut fi confirmat.'],
    pending: 'Cardul este în curs de verificare',
    init: [
      'Card încă neverificat',
      'Pagina a fost părăsită înainte de confirmarea cardului. Puteți continua de unde ați rămas.',
    ],
  },
  goBack: 'Reveniți la magazin pentru a încerca din nou.',
  returning: ['Un moment…', 'Magazinul verifică ce s-a întâmplat cu plata dumneavoastră.'],
  problem: {
    title: 'Ceva nu a funcționat',
    paid: 'Această comandă este deja plătită.',
    open: 'O plată anterioară pentru această comandă nu s-a încheiat încă. Vă rugăm să nu plătiți din nou deocamdată.',
  },
};
