import { texts as tag } from '../../../widget/messages/it.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Italian. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Da pagare', auth: 'Da preautorizzare' },
  lock: 'Pagamento sicuro · i dati della carta vanno solo al servizio di pagamento e non vengono conservati qui.',
  needsScript: 'Questa pagina richiede JavaScript. Attivalo e ricarica la pagina.',
  questions: 'Hai domande?',
  link: {
    unknown: [
      'Questo link non porta da nessuna parte',
      'Controlla che l’indirizzo sia completo o chiedi un nuovo link al negozio.',
    ],
    expired: ['Questo link è scaduto', 'Qui non si può più pagare nulla. Chiedi un nuovo link al negozio.'],
  },
  thanks: 'Grazie. Puoi chiudere questa pagina.',
  failure: ['Non pagato', 'Il pagamento non è andato a buon fine.'],
  pending: 'Il pagamento è in corso',
  soon: 'L’esito apparirà su questa pagina appena disponibile.',
  init: [
    'Non ancora pagato',
    'Hai lasciato la pagina di pagamento prima di pagare. Puoi riprendere da dove avevi lasciato.',
  ],
  unknown: 'L’esito non è ancora noto',
  authorized: 'La tua banca ha bloccato l’importo a favore del negozio. Puoi chiudere questa pagina.',
  voided: [
    'Preautorizzazione annullata',
    'Il negozio ha sbloccato l’importo. Sulla tua carta non è stato addebitato nulla.',
  ],
  refunded: ['Rimborsato', 'Il negozio ti ha rimborsato.'],
  check: {
    failure: ['Carta non verificata', 'Non è stato possibile verificare la carta.'],
    pending: 'Verifica della carta in corso',
    init: [
      'Carta non ancora verificata',
      'Hai lasciato la pagina prima della verifica della carta. Puoi riprendere da dove avevi lasciato.',
    ],
  },
  goBack: 'Torna al negozio per riprovare.',
  returning: ['Un momento…', 'Il negozio sta verificando l’esito del pagamento.'],
  problem: {
    title: 'Qualcosa è andato storto',
    paid: 'Questo ordine è già stato pagato.',
    open: 'Un pagamento precedente per questo ordine non è ancora concluso. Per ora non pagare di nuovo.',
  },
};
