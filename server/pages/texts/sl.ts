import { texts as tag } from '../../../widget/messages/sl.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Slovenian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Za plačilo', auth: 'Za rezervacijo' },
  lock: 'Varno plačilo · podatke o kartici prejme samo plačilna storitev, tukaj se ne shranjujejo.',
  needsScript: 'Ta stran potrebuje JavaScript. Vklopite ga in znova naložite stran.',
  questions: 'Imate vprašanja?',
  link: {
    unknown: [
      'Ta povezava ne vodi nikamor',
      'Preverite, ali je naslov popoln, ali prosite trgovino za novo povezavo.',
    ],
    expired: [
      'Ta povezava je potekla',
      'Tukaj ni več mogoče ničesar plačati. Prosite trgovino za novo povezavo.',
    ],
  },
  thanks: 'Hvala. To stran lahko zaprete.',
  failure: ['Ni plačano', 'Plačilo ni uspelo.'],
  pending: 'Plačilo je v obdelavi',
  soon: 'Izid se bo prikazal na tej strani, takoj ko bo znan.',
  init: [
    'Še ni plačano',
    'Plačilno stran ste zapustili pred plačilom. Nadaljujete lahko tam, kjer ste končali.',
  ],
  unknown: 'Izid še ni znan',
  authorized: 'Banka zadržuje znesek za trgovino. To stran lahko zaprete.',
  voided: ['Rezervacija je preklicana', 'Trgovina je sprostila znesek. Vaša kartica ni bila bremenjena.'],
  refunded: ['Denar je vrnjen', 'Trgovina vam je vrnila denar.'],
  check: {
    failure: ['Kartica ni potrjena', 'Kartice ni bilo mogoče potrditi.'],
    pending: 'Kartica se preverja',
    init: [
      'Kartica še ni preverjena',
      'Stran ste zapustili, preden je bila kartica potrjena. Nadaljujete lahko tam, kjer ste končali.',
    ],
  },
  goBack: 'Vrnite se v trgovino in poskusite znova.',
  returning: ['Trenutek …', 'Trgovina preverja, kaj je z vašim plačilom.'],
  problem: {
    title: 'Nekaj ni uspelo',
    paid: 'To naročilo je že plačano.',
    open: 'Prejšnje plačilo za to naročilo še ni zaključeno. Prosimo, za zdaj ne plačujte znova.',
  },
};
